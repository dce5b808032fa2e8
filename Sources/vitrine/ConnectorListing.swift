struct ConnectorListing { var devices: [String]; var isJSON: Bool; var log: Log; func run() throws {} }
