import { spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { freePort } from '#server/free-port.ts'
import { findInPath, installDebian, isProgram } from './find-program.ts'
import { ramdiskFolder } from './ramdisk-folder.ts'

type Started =
  | {
      readonly url: string
      stop(): Promise<void>
      /** Like a power cut: nothing is flushed first. Only for our own server. */ restart?(): boolean
    }
  | { readonly missing: string }

/**
 * A PostgreSQL server for tests: the one named by TEST_POSTGRES_URL, or a temporary one from installed programs. With
 * `forgetful`, it does not fsync, and runs in memory if possible.
 */
export async function startPostgres({ forgetful = false } = {}): Promise<Started> {
  const given = process.env['TEST_POSTGRES_URL']
  if (given) return { url: given, stop: async () => {} }
  if (!programs()) {
    const installed = installDebian('postgresql')
    if (installed !== true) return { missing: installed }
  }
  const bin = programs()
  return bin
    ? startIn(
        bin,
        forgetful
          ? { parent: ramdiskFolder(), settings: ' -c fsync=off -c synchronous_commit=off -c full_page_writes=off' }
          : { parent: tmpdir(), settings: '' },
      )
    : { missing: 'no pg_ctl was found' }
}

/** The folder of initdb and pg_ctl: Debian keeps them outside PATH, by version. */
function programs(): string | undefined {
  const found = findInPath('pg_ctl')
  if (found) return dirname(found)
  try {
    const versions = readdirSync('/usr/lib/postgresql').toSorted((a, b) => Number(b) - Number(a))
    return versions
      .map((version) => `/usr/lib/postgresql/${version}/bin`)
      .find((folder) => isProgram(join(folder, 'pg_ctl')))
  } catch {
    return undefined
  }
}

async function startIn(bin: string, { parent, settings }: { parent: string; settings: string }): Promise<Started> {
  const folder = mkdtempSync(join(parent, 'roughmix-postgres-'))
  const user = serverUser()
  if (user) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const pg = (program: string, ...args: string[]) =>
    spawnSync(join(bin, program), args, {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
      ...(user && { uid: user.uid, gid: user.gid }),
    })
  const made = pg('initdb', '-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--no-sync')
  if (made.status !== 0) return { missing: `initdb failed: ${made.stderr}` }
  let output = ''
  // Another process may take a free port before we do.
  for (let tries = 0; tries < 3; tries++) {
    const port = await freePort()
    const started = pg(
      'pg_ctl',
      '-D',
      data,
      '-o',
      `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1${settings}`,
      '-l',
      join(folder, 'log'),
      '-w',
      '-t',
      '180',
      'start',
    )
    output = started.stderr
    if (started.status !== 0) continue
    return {
      url: `postgres://postgres@127.0.0.1:${port}/postgres`,
      restart: () =>
        pg('pg_ctl', '-D', data, '-m', 'immediate', '-l', join(folder, 'log'), '-w', '-t', '60', 'restart').status ===
        0,
      async stop() {
        pg('pg_ctl', '-D', data, '-m', 'immediate', 'stop')
        rmSync(folder, { recursive: true, force: true })
      },
    }
  }
  return { missing: `PostgreSQL did not start: ${output}` }
}

/** PostgreSQL refuses to run as root; Debian's package creates a user for it. */
function serverUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)
  return { uid: id('-u'), gid: id('-g') }
}
