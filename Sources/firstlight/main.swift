import ControlCommands

runClient()
