"""What a network is: its description, what it is given, its layers, the policy that learns."""
