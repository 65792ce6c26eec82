/** How long a clean stop may take before the process is ended anyway. */
const PATIENCE_MS = 9_000

/** Runs `stop` once on SIGTERM or Ctrl-C and ends the process; a second Ctrl-C ends it at once. */
export function onStop(stop: () => Promise<void>): void {
  let stopping = false
  const handle = () => {
    if (stopping) process.exit(130)
    stopping = true
    setTimeout(() => process.exit(1), PATIENCE_MS).unref()
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', handle)
  process.on('SIGINT', handle)
}
