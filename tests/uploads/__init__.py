"""Files as nobody should send them, made when they are asked for; none of them lies on disk."""
