// Tells when the controls have stopped answering. Neither Voila nor the widgets notice that a kernel is gone, so we
// ask: api/kernels/<id> is 404 once it is ended or crashed, and may say "dead" for a moment before.
(() => {
  const page = JSON.parse(document.getElementById('jupyter-config-data').textContent);
  const bar = document.getElementById('connection');
  const text = bar.querySelector('span');
  const EVERY = 5000;
  let missed = 0;

  function show(message) {
    if (text.textContent !== message) text.textContent = message;
    bar.hidden = !message;
  }

  async function ask() {
    try {
      const answer = await fetch(`${page.baseUrl}api/kernels/${page.kernelId}`, { cache: 'no-store' });
      missed = 0;
      const gone = answer.status === 404 || (answer.ok && (await answer.json()).execution_state === 'dead');
      show(gone ? 'The session behind this page has ended: it stopped, or was idle for too long. The controls no longer answer.' : '');
    } catch {
      missed += 1; // one miss can be a laptop waking up
      if (missed > 1) show('The server cannot be reached. Trying again…');
    }
  }

  setInterval(ask, EVERY);
  document.addEventListener('visibilitychange', () => { if (!document.hidden) ask(); });
})();
