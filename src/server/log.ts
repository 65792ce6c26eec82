import { pino, type Logger } from 'pino'

export type Log = Logger

/** Structured lines on standard output. Bodies, tokens, addresses and file names are never passed to it. */
export function openLog(level: string): Log {
  return pino({
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: ['*.password', '*.token', '*.secret', '*.authorization', '*.cookie', 'headers', 'req.headers'], remove: true },
  })
}
