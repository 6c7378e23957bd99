"""The four APIs by which a client makes a turn."""

from door_chat import ChatDoor
from door_messages import MessagesDoor
from door_native import NativeDoor
from door_responses import ResponsesDoor

DOORS = {"native": NativeDoor, "chat completions": ChatDoor, "responses": ResponsesDoor, "messages": MessagesDoor}
