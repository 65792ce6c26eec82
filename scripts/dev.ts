import { spawn, type ChildProcess } from 'node:child_process'
import { DEV_DATA } from './dev-data.ts'
import { offerGitHooks } from './offer-git-hooks.ts'

/** The server, restarted when its code changes, behind Vite with hot module replacement. */
const port = Number(process.env['PORT'] ?? 3000)
const apiPort = String(port + 1)
const env = { DATA_DIR: DEV_DATA, ...process.env, DEV_SERVER_URL: `http://localhost:${apiPort}` }
await offerGitHooks()
const children: ChildProcess[] = [
  spawn(
    process.execPath,
    ['--watch', '--watch-preserve-output', '--disable-warning=ExperimentalWarning', 'src/app/server/main.ts'],
    { stdio: 'inherit', env: { ...env, PORT: apiPort, ROUGHMIX_API_ONLY: '1', BASE_URL: `http://localhost:${port}` } },
  ),
  spawn(process.execPath, ['node_modules/vite/bin/vite.js', '--port', String(port), '--strictPort'], {
    stdio: 'inherit',
    env,
  }),
]
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(0))
for (const child of children) child.on('exit', (code) => stop(code ?? 1))

function stop(code: number): void {
  for (const child of children) child.kill('SIGTERM')
  process.exit(code)
}
