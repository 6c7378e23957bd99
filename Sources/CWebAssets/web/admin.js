// The start of the operator's console: signs in by the one-time code of the address, and shows who is signed in.
const headers = { "X-Torii": "1" };

async function signIn() {
  const code = new URLSearchParams(location.hash.slice(1)).get("code");
  if (code === null) return fetch("/admin/session", { headers });
  // The address stays in the browser's history, so the code leaves it before it is used.
  history.replaceState(null, "", location.pathname);
  return fetch("/admin/session", {
    method: "POST", headers: { ...headers, "Content-Type": "application/json" }, body: JSON.stringify({ code }),
  });
}

const app = document.getElementById("app");
const heading = document.createElement("h1");
heading.textContent = "Torii";
const line = document.createElement("p");
app.append(heading, line);
try {
  const answer = await signIn();
  const body = await answer.json();
  line.textContent = answer.ok ? `Signed in as ${body.name}.` : body.detail;
} catch {
  line.textContent = "The server does not answer.";
}
