"""Networks: their description, inputs and layers, and the policy that learns."""
