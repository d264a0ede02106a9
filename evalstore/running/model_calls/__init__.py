"""Requests to chat models: fenced data, a spending limit, cached replies, parsed JSON."""
