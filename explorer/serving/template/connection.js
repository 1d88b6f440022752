// Tells when the controls have stopped answering, why, and how to go on. Neither Voila nor the widgets notice that a kernel
// is gone, so we ask: api/kernels/<id> is 404 once it has ended, and says why where the server remembers it.
(() => {
  const page = JSON.parse(document.getElementById('jupyter-config-data').textContent);
  const bar = document.getElementById('connection');
  const text = bar.querySelector('span');
  const reload = bar.querySelector('button');
  const EVERY = 2500; // ms; with PATIENCE, two misses in a row are told within 10 s
  const PATIENCE = 3000; // ms; a network that swallows packets answers nothing at all
  const MOST_TRIES = 7; // after so many in a row the page's own code gives its websocket up
  const WHY = {
    died: 'The session behind this page has ended: its process stopped, or ran out of memory.',
    idle: 'The session behind this page has ended: nothing was moved for too long.',
    abandoned: 'The session behind this page has ended: the page was not connected for too long (asleep, or off the network).',
    stopped: 'The session behind this page has ended: the server is being stopped.',
    left: 'The session behind this page has ended: the page had been left.',
  };
  const UNKNOWN = 'The session behind this page has ended: the server was started again, or it was long ago.';
  const GO_ON = 'The picture stays, but the controls no longer answer. Reload to go on from here.';
  const UNTIL = 'The picture stays; until then the controls do not answer.';
  let missed = 0;
  let timer;
  let socket = null; // the one to the kernel
  let tries = 0; // since it was last open
  let wasOpen = false;
  let replaced = false; // Jupyter started another kernel under the same number: it is alive, and knows nothing of us

  function show(message, canReload) {
    if (text.textContent !== message) text.textContent = message;
    reload.hidden = !canReload;
    bar.hidden = !message;
  }

  // The widgets keep their websocket to themselves; we look at each as it is made.
  const Plain = window.WebSocket;
  window.WebSocket = class extends Plain {
    constructor(...asked) {
      super(...asked);
      if (!String(asked[0]).includes(`api/kernels/${page.kernelId}/`)) return;
      socket = this;
      tries += 1;
      this.addEventListener('open', () => { tries = 0; wasOpen = true; ask(); });
      this.addEventListener('close', () => { if (socket === this) ask(); });
      this.addEventListener('message', ({ data }) => { if (tellsOfAnother(data)) { replaced = true; ask(); } });
    }
  };

  // A Jupyter server that isn't ours (a hub's, Binder's) starts a dead kernel again, and says so in a short status message.
  function tellsOfAnother(data) {
    if ((data.byteLength ?? data.length) > 4096) return false;
    const said = typeof data === 'string' ? data : new TextDecoder('latin1').decode(data);
    return /"msg_type": ?"status"/.test(said) && /"execution_state": ?"(auto)?restarting"/.test(said);
  }

  function connection() {
    if (socket === null || socket.readyState === Plain.OPEN) return '';
    if (!wasOpen) return ''; // the page is still being drawn
    if (socket.readyState !== Plain.CONNECTING && tries >= MOST_TRIES) return 'gone';
    return 'lost';
  }

  async function ended(answer) {
    if (replaced) return WHY.died;
    if (answer.status === 424) return WHY.stopped; // a hub's word for a Jupyter server that isn't running
    if (answer.status !== 404) return answer.ok && (await answer.json()).execution_state === 'dead' ? WHY.died : '';
    const said = await answer.json().then((reply) => String(reply.message), () => '');
    return WHY[said.replace(/^ended: /, '')] ?? UNKNOWN;
  }

  async function look() {
    let answer;
    let why;
    try {
      const signal = AbortSignal.timeout(PATIENCE);
      const token = document.cookie.match(/(?:^|; )_xsrf=([^;]*)/)?.[1]; // a hub answers nobody without it
      const headers = token ? { 'X-XSRFToken': token } : {};
      answer = await fetch(`${page.baseUrl}api/kernels/${page.kernelId}`, { cache: 'no-store', headers, signal });
      why = await ended(answer);
    } catch {
      missed += 1; // one miss can be a laptop waking up
      if (!navigator.onLine) show(`This computer is off the network. Trying again by itself… ${UNTIL}`, false);
      else if (missed > 1) show(`The server cannot be reached. Trying again by itself… ${UNTIL}`, false);
      return;
    }
    missed = 0;
    if (why) show(`${why} ${GO_ON}`, true);
    else if (answer.status >= 500) show(`The server cannot be reached just now. Trying again by itself… ${UNTIL}`, false);
    else if (connection() === 'gone') show(`The connection was lost and did not come back. ${GO_ON}`, true);
    else if (connection() === 'lost') {
      show(`The connection was lost. Connecting again by itself, within a minute… ${UNTIL} Or reload now.`, true);
    } else show('', false);
  }

  let looking = null;
  function ask() {
    clearTimeout(timer);
    looking ??= look().finally(() => {
      looking = null;
      timer = setTimeout(ask, missed ? EVERY / 5 : EVERY);
    });
    return looking;
  }

  // The goodbye, said once. Voila says it at `beforeunload`, which Safari on a tablet does not have.
  let left = false;
  const goodbye = `api/shutdown/${page.kernelId}`;
  const beacon = navigator.sendBeacon.bind(navigator);
  navigator.sendBeacon = (url, data) => {
    left ||= String(url).endsWith(goodbye);
    return beacon(url, data);
  };
  window.addEventListener('pagehide', () => {
    if (left) return;
    const form = new FormData();
    form.append('_xsrf', document.cookie.match('\\b_xsrf=([^;]*)\\b')?.[1] ?? '');
    navigator.sendBeacon(`${page.baseUrl}voila/${goodbye}`, form);
  });

  // Reloading while the server is away would lose the picture for the browser's own error page.
  async function loadAgain() {
    await ask();
    if (!missed) location.reload();
  }
  reload.addEventListener('click', loadAgain);
  // Safari brings a page back as it was left; its session has been ended.
  window.addEventListener('pageshow', ({ persisted }) => { if (persisted && left) loadAgain(); });
  timer = setTimeout(ask, EVERY);
  document.addEventListener('visibilitychange', () => { if (!document.hidden) ask(); });
  document.addEventListener('resume', ask); // the page was frozen
  for (const changed of ['online', 'offline', 'pageshow']) window.addEventListener(changed, ask);
})();
