import type { Services } from '#server/services.ts'
import { runCommandLine, type Ran } from './command-line.ts'
import { commands } from './commands.ts'

export interface Typed extends Ran {
  /** The parsed answer of `--json`. */
  // Tests read answers freely.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly json: any
}

interface Around {
  readonly env?: Readonly<Record<string, string>>
  /** Piped input. */
  readonly piped?: string
  readonly signal?: AbortSignal
}

/** Runs the command line on the world's services, in this process: `await admin(['users', 'list'])`. */
export function adminOn(
  services: Services,
  env: Readonly<Record<string, string>> = {},
): (args: readonly string[], around?: Around) => Promise<Typed> {
  return async (args, around = {}) => {
    const ran = await runCommandLine(commands, args, {
      env: { DATA_DIR: services.config.DATA_DIR, ...env, ...around.env },
      folder: services.config.DATA_DIR,
      open: async () => services,
      readLine: async () => around.piped ?? '',
      stopSignal: () => around.signal ?? new AbortController().signal,
      tell: () => undefined,
    })
    return { ...ran, json: args.includes('--json') && ran.out !== '' ? JSON.parse(ran.out) : undefined }
  }
}
