print("vitrine-decode")
