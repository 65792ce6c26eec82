import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { hashOf, root, whenStale } from './run-root.mjs'

export function ensureDependencies() {
  whenStale({
    name: 'install',
    stamp: 'node_modules/.roughmix-installed',
    key: hashOf('package.json', 'package-lock.json', '.npmrc'),
    made: ['node_modules'],
    make: () => npmCi(root, 'Installing what Roughmix is made of (once) …'),
  })
}

export function installRuntime(binary) {
  whenStale({
    name: 'runtime',
    stamp: 'runtime/node_modules/.roughmix-installed',
    key: hashOf('runtime/package.json', 'runtime/package-lock.json'),
    made: [binary.slice(root.length + 1)],
    make: () => npmCi(join(root, 'runtime'), 'Installing a current Node beside yours (once) …'),
  })
}

/** Installs exactly the lockfile, without running package scripts. */
function npmCi(folder, message) {
  process.stderr.write(`${message}\n`)
  const npm = process.env.npm_execpath?.endsWith('.js')
    ? [process.execPath, [process.env.npm_execpath]]
    : [process.platform === 'win32' ? 'npm.cmd' : 'npm', []]
  const done = spawnSync(npm[0], [...npm[1], 'ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (done.status !== 0) throw new Error('Installing failed; the lines above say why. Is the npm registry reachable?')
}
