print("firstlight")
