import { pino, type DestinationStream, type Logger } from 'pino'

export type Log = Logger

/** Structured lines on standard output. Callers never pass bodies, tokens, addresses or file names. */
export function openLog(level: string, to: DestinationStream = pino.destination(1)): Log {
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: toldError },
      redact: {
        paths: ['*.password', '*.token', '*.secret', '*.authorization', '*.cookie', 'headers', 'req.headers'],
        remove: true,
      },
    },
    to,
  )
}

/** Leaves out what mail servers, databases and libraries attach to errors: recipients, rows, requests. */
function toldError(error: unknown): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? withoutAddresses(error) : typeof error
  const code: unknown = Reflect.get(error, 'code')
  return {
    type: error.name,
    message: withoutAddresses(error.message),
    code,
    stack: error.stack === undefined ? undefined : withoutAddresses(error.stack),
    cause: error.cause instanceof Error ? toldError(error.cause) : undefined,
  }
}

/** Paths such as `node_modules/@scope` are not email addresses. */
function withoutAddresses(text: string): string {
  return text.replaceAll(/[^\s<>()[\]"',;:/\\@]{1,64}@[^\s<>()[\]"',;:/\\@]{1,255}/g, '[address]')
}
