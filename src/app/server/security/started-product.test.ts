import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const lines: string[] = []
let product: ChildProcess
let folder = ''
let url = ''

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'roughmix-started-'))
  product = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', fileURLToPath(new URL('../main.ts', import.meta.url))],
    {
      env: {
        PATH: process.env['PATH'],
        PORT: '0',
        DATA_DIR: join(folder, 'data'),
        ROUGHMIX_API_ONLY: '1',
        BALLAST_MB: '0',
      },
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const output = createInterface({ input: product.stdout as NodeJS.ReadableStream })
  const { promise, resolve } = Promise.withResolvers<string>()
  output.on('line', (line) => {
    lines.push(line)
    const at = /^Roughmix is at (\S+)/.exec(line)?.[1]
    if (at) resolve(at)
  })
  url = await promise
})
afterAll(async () => {
  product.kill('SIGTERM')
  await once(product, 'exit')
  rmSync(folder, { recursive: true })
})

test('what the first start makes is read by no other user of the machine, and its secret by nobody but its own', () => {
  const data = join(folder, 'data')
  const modes = readdirSync(data, { recursive: true, encoding: 'utf8' }).map((name) => ({
    name,
    mode: statSync(join(data, name)).mode & 0o777,
  }))
  expect(modes.find(({ name }) => name === 'auth-secret')?.mode).toBe(0o600)
  expect(modes.filter(({ mode }) => (mode & 0o007) !== 0)).toEqual([])
  expect(modes.length).toBeGreaterThan(1)
})

test('who tries what they may not is in the log, by id and route, without words or secrets', async () => {
  const call = (path: string, body: object, cookie = '') =>
    fetch(url + path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', cookie },
    })
  const signUp = async (name: string) => {
    const answer = await call('/api/auth/sign-up/email', {
      name,
      email: `${name}@example.com`,
      password: `${name} sings at night`,
    })
    return {
      id: ((await answer.json()) as { user: { id: string } }).user.id,
      cookie: answer.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; '),
    }
  }
  const [olga, lin] = [await signUp('olga'), await signUp('lin')]
  const { id: projectId } = (await (await call('/api/projects', { name: 'Low Tide' }, olga.cookie)).json()) as {
    id: string
  }
  const { id: invite } = (await (
    await call(`/api/projects/${projectId}/invites`, { role: 'listener' }, olga.cookie)
  ).json()) as { id: string }
  expect((await call(`/api/invite/${invite}/accept`, {}, lin.cookie)).status).toBe(200)
  expect((await call(`/api/projects/${projectId}/tracks`, { title: 'Secret Song' }, lin.cookie)).status).toBe(403)
  await expect.poll(() => lines.filter((line) => line.includes('"status":403'))).toHaveLength(1)
  const [line = ''] = lines.filter((one) => one.includes('"status":403'))
  expect(JSON.parse(line)).toMatchObject({
    level: 30,
    time: expect.stringMatching(/Z$/),
    route: '/api/projects/:projectId/tracks',
    who: lin.id,
    msg: 'request',
  })
  expect(lines.join('\n')).not.toMatch(/Secret Song|sings at night/)
  expect(lines.join('\n')).not.toContain(invite)
})
