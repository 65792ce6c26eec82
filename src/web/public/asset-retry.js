// A style or the first script that a proxy answered with an error, as while the server starts again, is asked for until
// it comes: without this the page would stay bare until somebody loads it anew. Lazy parts are ui/load-patiently.ts.
{
  const firstWaitMs = 500
  const longestWaitMs = 5000
  // As long as React waits for a style.
  const patienceMs = 60_000
  const begun = new WeakMap()

  /** Somebody answers, but not Roughmix. Without a line nothing comes by waiting. */
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
        // Whoever waits for it hears of it once it is there, or for good.
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
