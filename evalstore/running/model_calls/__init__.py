"""Questions to chat models: fenced data, a spending limit, replies asked for once, JSON read."""
