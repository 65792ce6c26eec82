// The entry point of every command. Plain JavaScript, because it must run on any Node from 20 on: it finds or installs
// a recent Node, installs dependencies, builds what is outdated, and then starts the command.
import { spawn } from 'node:child_process'
import { argv, env, exit, platform, ppid, stderr, stdin } from 'node:process'
import { buildMedia, buildWeb } from './run-build.mjs'
import { ensureDependencies } from './run-install.mjs'
import { findNode } from './run-node.mjs'
import { root } from './run-root.mjs'
import { V8_FLAGS } from './v8-flags.mjs'

const COMMANDS = {
  start: { script: 'src/app/server/main.ts', media: true, web: true },
  build: { media: true, web: true },
  dev: { script: 'scripts/dev.ts', media: true },
  'dev:reset': { script: 'scripts/dev-reset.ts', media: true },
  test: { script: 'scripts/test.ts', media: true, web: true },
  watch: { script: 'scripts/watch.ts', media: true },
  schemas: { script: 'fixtures/schemas/make-schemas.ts' },
  check: { script: 'scripts/check.ts', media: true, web: true },
  bench: { script: 'bench/run-benches.ts', media: true, web: true },
  trust: { script: 'trust/run-promises.ts', media: true, web: true },
  cluster: { script: 'scripts/cluster.ts', media: true, web: true },
  analyse: { script: 'src/server/media/analyse-files.ts', media: true },
  admin: { script: 'src/admin/admin.ts', media: true },
}

/**
 * Read by glibc at process start. It caches freed memory per thread; with two arenas instead of eight, a server uses
 * 100 MB less and does not grow over hours (trust/r18-soak.ts).
 */
const native = { MALLOC_ARENA_MAX: '2' }

const [name = '', ...rest] = argv.slice(2)
const command = COMMANDS[name]
if (!command) {
  stderr.write(`Unknown command “${name}”. There are: ${Object.keys(COMMANDS).join(', ')}\n`)
  exit(1)
}

try {
  const node = findNode()
  ensureDependencies()
  if (command.media) buildMedia(node)
  if (command.web) buildWeb(node)
  if (command.script) handOver(node, command.script, rest)
} catch (error) {
  stderr.write(`${error instanceof Error ? error.message : error}\n`)
  exit(1)
}

/** Runs the program and forwards signals. */
function handOver(node, script, args) {
  const child = spawn(
    node,
    ['--disable-warning=ExperimentalWarning', ...(name === 'start' ? V8_FLAGS : []), script, ...args],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...native, ...env, ROUGHMIX_NODE: node, NODE_COMPILE_CACHE: `${root}/.cache/compiled` },
    },
  )
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  // A terminal sends Ctrl-C to the child as well.
  process.on('SIGINT', () => stdin.isTTY || child.kill('SIGINT'))
  // npm does not forward SIGTERM through its shell, so stop when npm has ended.
  const parent = ppid
  const watching =
    platform !== 'win32' &&
    setInterval(() => {
      if (process.ppid === parent) return
      // Once only: a second signal would interrupt a command during its clean-up.
      clearInterval(watching)
      child.kill('SIGTERM')
    }, 500).unref()
  child.on('exit', (code, signal) => exit(code ?? (signal === 'SIGTERM' ? 143 : 1)))
}
