"""Networks: their description, inputs and layers, and the policy that is trained."""
