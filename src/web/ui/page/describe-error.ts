/** A failure as text to read and to send: message, code, status and causes. */
export function describeError(error: unknown): string {
  const lines: string[] = []
  let next = error
  while (next !== undefined && next !== null && lines.length < 5) {
    lines.push(oneLine(next))
    next = next instanceof Error ? next.cause : undefined
  }
  return lines.join('\n') || String(error)
}

function oneLine(error: unknown): string {
  if (error instanceof Error) return [`${error.name}: ${error.message}`, ...extras(error)].join(' · ')
  if (typeof error === 'object' && error !== null) {
    const message = field(error, 'message')
    return message === undefined ? JSON.stringify(error) : [message, ...extras(error)].join(' · ')
  }
  return String(error)
}

function extras(error: object): string[] {
  return ['code', 'status', 'statusText'].map((name) => field(error, name)).filter((value) => value !== undefined)
}

function field(error: object, name: string): string | undefined {
  const value: unknown = Reflect.get(error, name)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}
