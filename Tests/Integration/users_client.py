"""The unmodified `openai` client as the backend of an app: it names the user of each request, and nothing of one user is known to another.

`make integration PARTS=users` runs it.
"""

import datetime
import json
import uuid

import httpx2
import openai

from checks import check, conclude, section
from clients import SCRIPTED, Servers, fresh, outcome, url
from intents_store import registration
from torii import Torii

servers = Servers.of_this_process()
APP = "com.example.clock"


class User:
    """A user of the app, whom the backend names in a header field."""

    def __init__(self, token, name):
        fields = {"Torii-User": name} if name else {}
        self.client = openai.OpenAI(base_url=url(servers.scripted), api_key=token, default_headers=fields, max_retries=0, timeout=60)

    def say(self, message, **options):
        return self.client.chat.completions.create(model=SCRIPTED, messages=[{"role": "user", "content": message}], **options)

    def get(self, path):
        return json.loads(self.client.get(path, cast_to=httpx2.Response).text)

    def send(self, path, body, **options):
        return json.loads(self.client.post(path, body=body, cast_to=httpx2.Response, options=options).text)

    def call(self, tool, **arguments):
        return json.dumps(self.send(f"/tools/{tool}", arguments), ensure_ascii=False)


def status_of(error):
    return getattr(error, "status_code", None)


def kind_of(error):
    """Returns the last word of the type of a problem, or the code of an error in OpenAI's form."""
    body = getattr(error, "body", None) or {}
    return str(body.get("code") or body.get("type")).rpartition(":")[2].replace("_", "-")


def sees_nothing(name, alice, bob, read, word):
    """Checks that the one reads a word, and the other does not."""
    own = read(alice)
    check(f"{name}: the one has it", word in json.dumps(own, ensure_ascii=False), own)
    other = read(bob)
    check(f"{name}: the other has not", word not in json.dumps(other, ensure_ascii=False), other)


def conversations(alice, bob):
    word = uuid.uuid4().hex[:8]
    run = alice.send("/chat", {"message": f"say: {word}"})["run"]
    sees_nothing("conversations", alice, bob, lambda user: user.get("/conversations"), word)
    id = alice.get("/conversations")["conversations"][0]["conversation"]
    for path in (f"/conversations/{id}", f"/conversations/{id}/messages"):
        check(f"{path.replace(id, '{id}')} is 404", status_of(outcome(lambda: bob.get(path))) == 404)
    error = outcome(lambda: bob.send("/chat", {"message": "say: more", "conversation": id}))
    check("a turn in it too", status_of(error) == 404, error)
    check("/runs/{id}: the one reads it", alice.get(f"/runs/{run}")["status"] == "completed")
    error = outcome(lambda: bob.get(f"/runs/{run}"))
    check("/runs/{id} is 404 for the other", status_of(error) == 404, error)


def responses(alice, bob):
    made = alice.client.responses.create(model=SCRIPTED, input=fresh("say"), store=True)
    check("/v1/responses/{id}: the one reads it", alice.client.responses.retrieve(made.id).id == made.id)
    error = outcome(lambda: bob.client.responses.retrieve(made.id))
    check("/v1/responses/{id}: the other has 404", isinstance(error, openai.NotFoundError), error)
    error = outcome(lambda: bob.client.responses.create(model=SCRIPTED, input="go on", previous_response_id=made.id))
    check("and continues no answer of the one", status_of(error) in (400, 404), error)
    error = outcome(lambda: bob.client.responses.delete(made.id))
    check("and deletes none", isinstance(error, openai.NotFoundError), error)
    check("it is still there", alice.client.responses.retrieve(made.id).id == made.id)


def inventory(alice, bob):
    """By direct calls, and by the model, as the guide shows."""
    word = f"lamp {uuid.uuid4().hex[:8]}"
    made = alice.call("createInventory", title=word)
    check("an item is made", word in made, made)
    sees_nothing("inventory", alice, bob, lambda user: user.call("getInventoryList"), word)
    first = bob.call("createInventory", title="bob's only one")
    check("each counts from 1", '"id": 1' in made and '"id": 1' in first, (made, first))

    def listed(user):
        message = [{"role": "user", "content": "List the inventory"}]
        return user.client.chat.completions.create(model="phrasebook", messages=message).choices[0].message.content

    sees_nothing("inventory in a turn", alice, bob, listed, word)


def health(alice, bob):
    start = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT00:00:00Z")
    sample = {"type": "step_count", "unit": "count", "value": 8765, "start": start}
    answer = alice.send("/health/samples", {"samples": [sample]})
    check("a health sample is added", answer.get("added") == 1, answer)
    sees_nothing("health samples", alice, bob, lambda user: user.call("fetchHealthData", type="step_count").replace(",", ""), "8765")
    answer = bob.client.delete("/health/samples", cast_to=httpx2.Response)
    check("the other deletes none of them", json.loads(answer.text) == {"deleted": 0}, answer.text)


def idempotency(alice, bob):
    """The same key of two users is two keys."""
    key = {"headers": {"Idempotency-Key": "k"}}
    first, second = (user.send("/chat", {"message": f"say: {name}"}, **key) for user, name in ((alice, "a"), (bob, "b")))
    check("the key `k` makes a run for each", first["run"] != second["run"], (first["run"], second["run"]))
    again = alice.send("/chat", {"message": "say: a"}, **key)
    check("and the same run for the same user", again["run"] == first["run"], again["run"])
    error = outcome(lambda: alice.send("/chat", {"message": "say: b"}, **key))
    check("another message with it is refused", status_of(error) in (409, 422), error)


def devices(alice, bob):
    alice.client.put("/devices/phone/toolbox", body=registration(APP), cast_to=httpx2.Response)
    sees_nothing("devices", alice, bob, lambda user: user.get("/devices"), APP)
    error = outcome(lambda: bob.get("/devices/phone/toolbox"))
    check("the toolbox is 404 for the other", status_of(error) == 404, error)


def nobody(token, alice):
    """The same token without a user, and with one in the body."""
    none = User(token, None)
    for path in ("/conversations", "/runs", "/devices"):
        error = outcome(lambda: none.get(path))
        check(f"{path} without a user: 403 user-required", (status_of(error), kind_of(error)) == (403, "user-required"), error)
    error = outcome(lambda: none.say("say: x"))
    check("a turn too", status_of(error) == 403 and "Torii-User" in str(error), error)
    error = outcome(lambda: none.say("say: x", user="alice", safety_identifier="alice", metadata={"user_id": "alice"}))
    check("the body names nobody", status_of(error) == 403 and "Torii-User" in str(error), error)
    check("what has no own data needs no user", len(list(none.client.models.list())) > 0)
    word = uuid.uuid4().hex[:8]
    User(token, "carol").send("/responses", {"input": word, "user": "alice", "store": True})
    check("and never chooses another user", word not in json.dumps([alice.get(path) for path in ("/conversations", "/runs")]))


def strangers(administrator):
    """A client without the scope, or without users, never names one: the field is not ignored."""
    plain = administrator.another_client(f"plain {uuid.uuid4().hex[:6]}")
    error = outcome(lambda: User(plain.token, "alice").get("/conversations"))
    check("a token without the scope `users`: 403", status_of(error) == 403, error)
    named = administrator.another_client(f"named {uuid.uuid4().hex[:6]}", scopes=["users", "chat"])
    error = outcome(lambda: User(named.token, "alice").get("/conversations"))
    check("a client without users: 403", status_of(error) == 403, error)
    check("it works as before without the field", User(plain.token, None).get("/conversations")["conversations"] == [])


def limits(administrator):
    """A user's limit stops that user alone, and its plan is a name."""
    plans = {"plans": {"default": {"requests_per_minute": 1}, "pro": {"requests_per_minute": None}}}
    _, app = administrator.client_with_users(f"limited {uuid.uuid4().hex[:6]}", plans)
    alice, bob = (User(app.token, name) for name in ("alice", "bob"))
    alice.say("say: 1")
    error = outcome(lambda: alice.say("say: 2"))
    check("a user at its limit: 429", isinstance(error, openai.RateLimitError), error)
    check("another one continues", bob.say("say: 1").choices[0].message.content)
    pro = {"extra_headers": {"Torii-Plan": "pro"}}
    check("a plan's name raises it", all(alice.say(f"say: {number}", **pro) for number in range(3)))
    own = alice.get("/users/self")
    check("the user reads its plan", own["user"]["plan"] == "pro" and own["user"]["id"].startswith("usr_"), own)


def main():
    administrator = Torii(servers.scripted, None, None, None)
    free = {"plans": {"default": {"requests_per_minute": None, "concurrent_runs": None, "tokens_per_day": None}}}
    _, app = administrator.client_with_users(f"app {uuid.uuid4().hex[:6]}", free)
    alice, bob = (User(app.token, name) for name in ("alice", "bob"))
    for work in (conversations, responses, inventory, health, idempotency, devices):
        with section(f"openai {openai.__version__}, users: {work.__name__}"):
            work(alice, bob)
    with section("without a user"):
        nobody(app.token, alice)
    with section("clients that name none"):
        strangers(administrator)
    with section("limits"):
        limits(administrator)


if __name__ == "__main__":
    main()
    conclude()
