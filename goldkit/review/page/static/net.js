// Talking to the server: what is said is said until it is acknowledged, and then counts once.

const OUTBOX = "goldkit-outbox";
const LIMIT = 20000;
let listener = () => {};
/** Who judges on this page: whatever it says is said in this name, or refused. */
export const judge = document.getElementById("who").textContent;

/** Told "" when the server answers, else why it does not. */
export function onLine(told) {
  listener = told;
}

/** An answer that names what is wrong with the request: to be shown, not to be repeated. */
export class Refused extends Error {}

/** Read something; asked again until there is an answer. */
export async function ask(name, values = {}) {
  const query = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== ""));
  return untilAnswered(() => fetch(`/api/${name}?${query}`, { signal: AbortSignal.timeout(60000) }));
}

/** Write something, once however often it has to be sent. It outlives a reload of the page. */
export async function tell(name, body) {
  const said = { name: crypto.randomUUID(), judge, ...body };
  keep({ name, said });
  try {
    return await untilAnswered(() => send(name, said));
  } finally {
    sessionStorage.removeItem(OUTBOX);
  }
}

/** Write something that may as well be said twice. */
export const say = (name, body) => untilAnswered(() => send(name, body));

/** What was not acknowledged when the page was left is sent again. Returns whether there was something. */
export async function resume() {
  const kept = sessionStorage.getItem(OUTBOX);
  if (!kept) return false;
  const { name, said } = JSON.parse(kept);
  try {
    await untilAnswered(() => send(name, said));
  } finally {
    sessionStorage.removeItem(OUTBOX);
  }
  return true;
}

export const waiting = () => sessionStorage.getItem(OUTBOX) !== null;

function keep(request) {
  try {
    sessionStorage.setItem(OUTBOX, JSON.stringify(request));
  } catch {
    // No room to keep it: it is still sent as long as the page is open.
  }
}

function send(name, said) {
  return fetch(`/api/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(said),
    signal: AbortSignal.timeout(LIMIT),
  });
}

async function untilAnswered(request) {
  for (let tries = 0; ; tries += 1) {
    let why = "The server does not answer.";
    try {
      const response = await request();
      if (response.status === 401) {
        why = "The review was started anew. Open a new link in this browser, the one that it printed or one that another judge's page makes; this page then goes on by itself.";
      } else {
        const answer = await response.json();
        listener("");
        if (!response.ok) throw new Refused(answer.error);
        return answer;
      }
    } catch (error) {
      if (error instanceof Refused) throw error;
    }
    listener(why);
    await new Promise(done => setTimeout(done, Math.min(500 * 2 ** tries, 4000)));
  }
}
