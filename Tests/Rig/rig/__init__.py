"""What tests in the rig's guest use: display devices, what is on their screens, udev, programs."""
