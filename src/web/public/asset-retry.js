// Retries a stylesheet or the first script if a proxy answered with an error, for example while the server restarts;
// otherwise the page would stay blank until a reload. ui/load-patiently.ts does the same for lazy parts.
{
  const firstWaitMs = 500
  const longestWaitMs = 5000
  // As long as React waits for a stylesheet.
  const patienceMs = 60_000
  const begun = new WeakMap()

  /** A proxy answers, but not Roughmix. Without a network, waiting does not help. */
  const isServerAway = async () => {
    if (!navigator.onLine) return false
    const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => undefined)
    return answer !== undefined && !answer.ok
  }
  const retryStyle = (link, failures, since, isLast) => {
    const again = link.cloneNode()
    again.addEventListener('load', () => {
      link.dispatchEvent(new Event('load'))
      link.remove()
    })
    again.addEventListener('error', (event) => {
      event.stopImmediatePropagation()
      again.remove()
      if (isLast) giveUp(link)
      else waitFor(link, failures + 1, since)
    })
    begun.set(again, true)
    link.after(again)
  }
  const giveUp = (link) => link.dispatchEvent(new Event('error'))
  const waitFor = async (link, failures, since) => {
    const isLast = !(await isServerAway()) || Date.now() - since > patienceMs
    setTimeout(
      retryStyle,
      isLast ? 0 : Math.min(longestWaitMs, firstWaitMs * 2 ** failures),
      link,
      failures,
      since,
      isLast,
    )
  }
  const startAgain = async (script) => {
    const answer = await fetch(script.src, { cache: 'no-store' }).catch(() => undefined)
    if (answer?.ok) location.reload()
    else setTimeout(startAgain, longestWaitMs, script)
  }

  addEventListener(
    'error',
    (event) => {
      const { target } = event
      if (begun.has(target)) return
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') {
        // Listeners of the original element get the event only after the retry has succeeded or failed for good.
        event.stopImmediatePropagation()
        begun.set(target, true)
        waitFor(target, 0, Date.now())
      } else if (target instanceof HTMLScriptElement && target.type === 'module') {
        begun.set(target, true)
        setTimeout(startAgain, firstWaitMs, target)
      }
    },
    true,
  )
}
