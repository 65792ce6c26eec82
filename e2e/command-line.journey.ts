import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ProjectDetails } from '#features/tracks/tracks.contract.ts'
import { startProduct, type Product } from './product.ts'
import { slowLine, type SlowLine } from './slow-line.ts'

/** The command line client as a process of its own, against the whole product as one. */
const MIB = 1024 * 1024
const CLIENT = resolve(import.meta.dirname, '../cli/roughmix.js')
const folder = mkdtempSync(join(tmpdir(), 'roughmix-cli-'))
const home = join(folder, 'home')
const running = new Set<ChildProcess>()
let product: Product
/** Between the client and the product. */
let line: SlowLine
let url = ''
let cookie = ''
let projectId = ''
let token = ''

beforeAll(async () => {
  product = await startProduct({ MIN_FREE_MB: '0' })
  line = await slowLine()
  line.leadTo(product.port)
  url = `http://localhost:${line.port}`
  const answer = await fetch(`${product.url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: product.url },
    body: JSON.stringify({ name: 'Ed Brandt', email: 'ed@brandt.audio', password: 'correct horse' }),
  })
  cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  projectId = (await post('/api/projects', { name: 'Low Tide' })).id
  await post('/api/projects', { name: 'Low Light' })
  token = await newToken(['read', 'upload'])
})
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  await line?.stop()
  await product?.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function post(path: string, body: object): Promise<{ id: string; token: string }> {
  const answer = await fetch(product.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie, origin: product.url },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as { id: string; token: string }
}
const newToken = async (scopes: readonly string[]) =>
  (await post('/api/users/me/tokens', { name: 'Command line', scopes })).token

interface Run {
  readonly child: ChildProcess
  readonly lines: Record<string, unknown>[]
  /** What it has said to people so far. */
  readonly errors: () => string
  readonly ended: Promise<{ code: number | null; out: string; err: string }>
}

/** `roughmix …`, answering JSON. */
function start(
  args: readonly string[],
  { input, env = {} }: { input?: string; env?: Readonly<Record<string, string>> } = {},
): Run {
  const child = spawn(process.execPath, [CLIENT, ...args, '--json'], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], ROUGHMIX_HOME: home, ...env },
  })
  running.add(child)
  child.stdin.end(input ?? '')
  const said = { out: '', err: '' }
  const lines: Record<string, unknown>[] = []
  let rest = ''
  child.stdout.on('data', (chunk: Buffer) => {
    said.out += chunk.toString()
    rest += chunk.toString()
    const whole = rest.split('\n')
    rest = whole.pop() ?? ''
    lines.push(...whole.map((one) => JSON.parse(one) as Record<string, unknown>))
  })
  child.stderr.on('data', (chunk: Buffer) => void (said.err += chunk.toString()))
  const ended = new Promise<{ code: number | null; out: string; err: string }>((done) => {
    child.once('close', (code) => {
      running.delete(child)
      done({ code, ...said })
    })
  })
  return { child, lines, errors: () => said.err, ended }
}

async function roughmix(
  args: readonly string[],
  options: { input?: string; env?: Readonly<Record<string, string>> } = {},
) {
  const run = start(args, options)
  const { code, err } = await run.ended
  return {
    code,
    results: run.lines,
    error: err.includes('{"error"')
      ? (JSON.parse(err) as { error: { code: string; message: string; exitCode: number } }).error
      : undefined,
    err,
  }
}

async function kill(run: Run): Promise<void> {
  run.child.kill('SIGKILL')
  await run.ended
}

function bounce(name: string, bytes: number): { path: string; sha256: string; content: Buffer } {
  const content = randomBytes(bytes)
  const path = join(folder, name)
  writeFileSync(path, content)
  return { path, content, sha256: hex(content) }
}
const hex = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const asked = async <T>(path: string) =>
  (await fetch(product.url + path, { headers: { authorization: `Bearer ${token}` } })).json() as Promise<T>
const details = (id = projectId) => asked<ProjectDetails>(`/api/projects/${id}`)
const versionsOf = async (title: string, id = projectId) => {
  const project = await details(id)
  const track = project.tracks.find((one) => one.title === title)
  return project.trackVersions.filter(({ trackId }) => trackId === track?.id)
}

describe('login', () => {
  test('says what is wrong, each with a code of its own', async () => {
    const outcomes = await Promise.all([
      roughmix(['login']),
      roughmix(['login', url], { input: 'secret\n' }),
      roughmix(['login', url], { input: `rmx_${'0'.repeat(48)}\n` }),
      roughmix(['projects']),
      roughmix(['dance']),
      roughmix(['push', '--wrong']),
    ])
    expect(outcomes.map(({ code, error }) => [code, error?.code])).toEqual([
      [2, 'usage'],
      [2, 'no_token'],
      [3, 'token.unknown'],
      [3, 'not_signed_in'],
      [2, 'usage'],
      [2, 'usage'],
    ])
    expect(outcomes.every(({ code, error }) => code === error?.exitCode)).toBe(true)
  })

  test('keeps the token where only its owner reads it', async () => {
    expect(await roughmix(['login', url], { input: `${token}\n` })).toMatchObject({
      code: 0,
      results: [{ url, user: { name: 'Ed Brandt' } }],
    })
    const kept = join(home, 'servers.json')
    expect([
      statSync(kept).mode & 0o777,
      statSync(home).mode & 0o777,
      readFileSync(kept, 'utf8').includes(token),
    ]).toEqual([0o600, 0o700, true])
  })

  test('shows what one can reach', async () => {
    const { results } = await roughmix(['projects'])
    expect(results).toMatchObject([
      { projects: [{ name: 'Low Light', role: 'owner', trackCount: 0 }, { name: 'Low Tide' }] },
    ])
  })
})

describe('push', () => {
  test('makes a bounce a track, the next one its next version, and sends nothing twice', async () => {
    const [first, second] = [bounce('Glasshouse_mix1_48k24.wav', 3 * MIB + 5), bounce('Glasshouse_mix2_48k24.wav', 100)]
    const one = await roughmix(['push', first.path, '--project', 'low tide'])
    expect([one.code, one.results[0]]).toMatchObject([
      0,
      { state: 'sent', trackTitle: 'Glasshouse', number: 1, sha256: first.sha256, sizeBytes: first.content.length },
    ])
    const two = await roughmix(['push', second.path, '--project', projectId, '--note', 'Louder vocal'])
    expect(two.results[0]).toMatchObject({ state: 'sent', trackTitle: 'Glasshouse', number: 2 })
    cpSync(second.path, join(folder, 'another name.wav'))
    const again = await roughmix(['push', join(folder, 'another name.wav'), '--project', 'Low Tide'])
    expect([again.code, again.results[0]]).toMatchObject([
      0,
      { state: 'already-there', trackTitle: 'Glasshouse', number: 2 },
    ])
    expect(
      (await versionsOf('Glasshouse')).map(({ number, sha256, changelog }) => [number, sha256, changelog]),
    ).toEqual([
      [2, second.sha256, 'Louder vocal'],
      [1, first.sha256, ''],
    ])
    expect(readdirSync(join(home, 'state', 'uploads'))).toEqual([])
  })

  test('goes to the track it is told, or makes one', async () => {
    const odd = bounce('print 9.wav', 50)
    expect((await roughmix(['push', odd.path, '--project', 'Low Tide', '--track', 'glass'])).results[0]).toMatchObject({
      trackTitle: 'Glasshouse',
      number: 3,
    })
    expect(
      (await roughmix(['push', odd.path, '--project', 'Low Tide', '--track', 'Salt', '--new', '--again'])).results[0],
    ).toMatchObject({ trackTitle: 'Salt', number: 1 })
  })

  test('says what it could not find, what is missing, and what a token is not for', async () => {
    const { path } = bounce('Kite.wav', 10)
    writeFileSync(join(folder, 'empty.wav'), '')
    const reads = await newToken(['read'])
    const outcomes = await Promise.all([
      roughmix(['push', path, '--project', 'low']),
      roughmix(['push', path, '--project', 'High Tide']),
      roughmix(['push', path, '--project', 'Low Tide', '--track', 'Kites']),
      roughmix(['push', join(folder, 'no.wav'), '--project', 'Low Tide']),
      roughmix(['push', join(folder, 'empty.wav'), '--project', 'Low Tide']),
      roughmix(['push', path]),
      roughmix(['push', path, '--project', 'Low Tide'], { env: { ROUGHMIX_URL: url, ROUGHMIX_TOKEN: reads } }),
    ])
    expect(outcomes.map(({ code, error }) => [code, error?.code])).toEqual([
      [4, 'ambiguous'],
      [4, 'not_found'],
      [4, 'not_found'],
      [2, 'no_file'],
      [2, 'empty_file'],
      [2, 'usage'],
      [3, 'token_scope'],
    ])
  })

  test('lives through a server that is killed, and through being killed itself', async () => {
    const long = bounce('The Long Way_mix1.wav', 40 * MIB + 3)
    const args = ['push', long.path, '--project', 'Low Tide']
    const safe = async () =>
      (await asked<{ items: { offsetBytes: number; url: string }[] }>(`/api/projects/${projectId}/uploads`)).items
    line.limit(12 * MIB)
    const first = start(args)
    await expect.poll(async () => (await safe())[0]?.offsetBytes ?? 0).toBeGreaterThanOrEqual(8 * MIB)
    await product.restart()
    const [before] = await safe()
    await expect
      .poll(async () => (await safe())[0]?.offsetBytes ?? 0)
      .toBeGreaterThan((before?.offsetBytes ?? 0) + 8 * MIB - 1)
    await kill(first)
    expect(readdirSync(join(home, 'state', 'uploads'))).toHaveLength(1)
    line.limit(null)
    const second = await roughmix(args)
    expect([second.code, second.results[0]]).toMatchObject([
      0,
      { state: 'sent', trackTitle: 'The Long Way', number: 1, sha256: long.sha256 },
    ])
    // The upload that was begun is the one that was finished.
    const finished = await fetch(product.url + (before?.url ?? ''), {
      method: 'HEAD',
      headers: { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' },
    })
    expect(finished.headers.get('roughmix-version-id')).toBe(second.results[0]?.['versionId'])
    expect(await versionsOf('The Long Way')).toHaveLength(1)
  })

  test('gives up with a code when there is no server, and can go on later', async () => {
    const { path } = bounce('Kite_mix2.wav', 100)
    line.cut()
    expect(await roughmix(['push', path, '--project', 'Low Tide', '--patience', '0'])).toMatchObject({
      code: 5,
      error: { code: 'unreachable' },
    })
    line.mend()
    expect((await roughmix(['push', path, '--project', 'Low Tide'])).results[0]).toMatchObject({
      state: 'sent',
      trackTitle: 'Kite',
    })
  })
})

describe('watch', () => {
  test('pushes what comes once it has stopped growing, never twice, also after it was killed', async () => {
    const bounces = join(folder, 'bounces')
    mkdirSync(bounces)
    writeFileSync(join(bounces, 'Old.wav'), randomBytes(10))
    const { id } = await post('/api/projects', { name: 'Watched' })
    const args = ['watch', bounces, '--project', 'Watched', '--settle', '1']
    const first = start(args)
    const states = join(home, 'state', 'folders')
    await expect.poll(() => existsSync(states) && readdirSync(states).length).toBe(1)
    const growing = join(bounces, 'Night Drive v1.wav')
    for (let i = 0; i < 3; i++) {
      appendFileSync(growing, randomBytes(1000))
      await pause(700)
      expect(first.lines).toEqual([])
    }
    await expect
      .poll(() => first.lines)
      .toMatchObject([
        { state: 'sent', trackTitle: 'Night Drive', number: 1, sizeBytes: 3000, sha256: hex(readFileSync(growing)) },
      ])
    cpSync(growing, join(bounces, 'Night Drive copy.wav'))
    await expect.poll(() => first.lines.length).toBe(2)
    expect(first.lines[1]).toMatchObject({ state: 'already-there', number: 1 })
    writeFileSync(growing, randomBytes(4000))
    await expect.poll(() => first.lines.length).toBe(3)
    expect(first.lines[2]).toMatchObject({ state: 'sent', number: 2 })
    await expect.poll(() => readFileSync(join(states, readdirSync(states)[0] ?? ''), 'utf8')).toContain('"size": 4000')
    await kill(first)

    writeFileSync(join(bounces, 'Kite.wav'), randomBytes(2000))
    writeFileSync(join(bounces, 'notes.txt'), 'louder')
    const second = start(args)
    await expect.poll(() => second.lines.length).toBe(1)
    expect(second.lines[0]).toMatchObject({ state: 'sent', trackTitle: 'Kite', number: 1 })
    await kill(second)
    expect((await details(id)).trackVersions.map(({ fileName }) => fileName)).toEqual([
      'Kite.wav',
      'Night Drive v1.wav',
      'Night Drive v1.wav',
    ])
  })

  test('waits for a server that is away, and sends then', async () => {
    // Another folder at another try: what lay in one when it was first watched is not sent.
    const bounces = mkdtempSync(join(folder, 'patient-'))
    const watched = readdirSync(join(home, 'state', 'folders')).length
    const run = start(['watch', bounces, '--project', 'Low Tide', '--settle', '0'])
    await expect.poll(() => readdirSync(join(home, 'state', 'folders')).length).toBe(watched + 1)
    line.cut()
    writeFileSync(join(bounces, 'Low Sun.wav'), randomBytes(10))
    const refused = line.refused()
    await expect.poll(() => line.refused()).toBeGreaterThan(refused)
    line.mend()
    await expect.poll(() => run.lines, { timeout: 60_000 }).toMatchObject([{ state: 'sent', trackTitle: 'Low Sun' }])
    await kill(run)
  })

  test('tries again what was refused', async () => {
    const bounces = mkdtempSync(join(folder, 'refused-'))
    const args = ['watch', bounces, '--project', 'Watched', '--track', 'Heron', '--settle', '0', '--existing']
    writeFileSync(join(bounces, 'Heron.wav'), randomBytes(10))
    const first = start(args)
    await expect.poll(() => first.errors()).toContain('Heron.wav: ')
    await kill(first)
    const { path } = bounce('Heron_mix1.wav', 20)
    expect((await roughmix(['push', path, '--project', 'Watched', '--track', 'Heron', '--new'])).code).toBe(0)
    const second = start(args)
    await expect.poll(() => second.lines).toMatchObject([{ state: 'sent', trackTitle: 'Heron', number: 2 }])
    await kill(second)
  })

  test('ends when its token is revoked', async () => {
    const bounces = mkdtempSync(join(folder, 'more-'))
    const watched = readdirSync(join(home, 'state', 'folders')).length
    const gone = await newToken(['read', 'upload'])
    const { items } = (await (await fetch(`${product.url}/api/users/me/tokens`, { headers: { cookie } })).json()) as {
      items: { id: string }[]
    }
    const run = start(['watch', bounces, '--project', 'Low Tide', '--settle', '0'], {
      env: { ROUGHMIX_URL: url, ROUGHMIX_TOKEN: gone },
    })
    await expect.poll(() => readdirSync(join(home, 'state', 'folders')).length).toBe(watched + 1)
    await fetch(`${product.url}/api/users/me/tokens/${items[0]?.id}`, {
      method: 'DELETE',
      headers: { cookie, origin: product.url },
    })
    writeFileSync(join(bounces, 'Late.wav'), randomBytes(10))
    expect(await run.ended).toMatchObject({ code: 3 })
  })
})

describe('pull', () => {
  const to = join(folder, 'pulled')

  test('brings the originals, byte for byte, and none twice', async () => {
    const { code, results } = await roughmix(['pull', '--project', 'Low Tide', '--to', to])
    expect(code).toBe(0)
    // Salt was made of the very file that is Glasshouse's newest.
    expect(results.map(({ state, trackTitle }) => [state, trackTitle])).toEqual([
      ['pulled', 'Glasshouse'],
      ['already-here', 'Salt'],
      ['pulled', 'The Long Way'],
      ['pulled', 'Kite'],
      ['pulled', 'Low Sun'],
    ])
    for (const { path, sha256 } of results) expect(hex(readFileSync(String(path)))).toBe(sha256)
    expect(readdirSync(to).filter((name) => name.endsWith('-part'))).toEqual([])
    expect(
      (await roughmix(['pull', '--project', 'Low Tide', '--to', to])).results.every(
        ({ state }) => state === 'already-here',
      ),
    ).toBe(true)
  })

  test('keeps bounces of one name apart', async () => {
    const { id } = await post('/api/projects', { name: 'Mixdowns' })
    const sent: Buffer[] = []
    for (const title of ['Kiln', 'Salt']) {
      const { path, content } = bounce('Mixdown.wav', 30 + sent.length)
      sent.push(content)
      expect((await roughmix(['push', path, '--project', id, '--track', title, '--new'])).code).toBe(0)
    }
    const apart = join(to, 'apart')
    expect((await roughmix(['pull', '--project', 'Mixdowns', '--to', apart, '--overwrite'])).code).toBe(0)
    expect(['Kiln - Mixdown.wav', 'Salt - Mixdown.wav'].map((name) => readFileSync(join(apart, name)))).toEqual(sent)
  })

  test('brings the version asked for, goes on where it stopped, and starts anew if the file was another', async () => {
    const first = join(to, 'Glasshouse_mix1_48k24.wav')
    const original = readFileSync(join(folder, 'Glasshouse_mix1_48k24.wav'))
    for (const left of [original.subarray(0, MIB), randomBytes(MIB)]) {
      rmSync(first, { force: true })
      writeFileSync(`${first}.roughmix-part`, left)
      expect(
        await roughmix(['pull', '--project', 'Low Tide', '--track', 'Glasshouse', '--version', '1', '--to', to]),
      ).toMatchObject({ code: 0, results: [{ state: 'pulled', number: 1 }] })
      expect(readFileSync(first).equals(original)).toBe(true)
    }
  })

  test('never writes over another file unless it is told to', async () => {
    const path = join(to, 'Kite_mix2.wav')
    writeFileSync(path, 'mine')
    expect(await roughmix(['pull', '--project', 'Low Tide', '--track', 'Kite', '--to', to])).toMatchObject({
      code: 1,
      error: { code: 'file_exists' },
    })
    expect(readFileSync(path, 'utf8')).toBe('mine')
    expect(
      await roughmix(['pull', '--project', 'Low Tide', '--track', 'Kite', '--to', to, '--overwrite']),
    ).toMatchObject({ code: 0, results: [{ state: 'pulled' }] })
    expect(
      await roughmix(['pull', '--project', 'Low Tide', '--track', 'Kite', '--version', '7', '--to', to]),
    ).toMatchObject({ code: 4 })
  })
})
