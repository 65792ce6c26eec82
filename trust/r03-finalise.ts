import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { type CrashPoint, crashPoints } from '#server/crash-points.ts'
import { dyingUploads } from './dying-uploads.ts'
import { NoAnswer } from './line.ts'
import { makeSong, type TrustSong } from './make-song.ts'
import { measure, type Run } from './measure.ts'
import { TrustPerson } from './person.ts'
import type { ResumedUpload } from './resumed-upload.ts'
import { DiedAtStart, pause, type RunningServer, startServer } from './start-server.ts'

/** Between the first byte and a playable version. */
const STEPS = crashPoints.filter((point) => /^(upload|part|seal|file|analysis|draft|job)\./.test(point))
/** The file is in its place, and no row says so yet. */
const MOVED: readonly CrashPoint[] = ['file.moved', 'file.kept', 'seal.hashed', 'seal.recorded']

void measure('r03', async (run) => {
  const wrong: string[] = []
  const dying = new DyingServer(run)
  const steps = run.short ? STEPS.filter((step) => step === 'analysis.settled') : STEPS
  for (const step of steps) wrong.push(...(await dying.dieAt(step)).map((line) => `${step}: ${line}`))
  const plants = MOVED.slice(0, run.short ? 1 : undefined).flatMap((step) =>
    (run.short ? (['cut'] as const) : (['cut', 'empty', 'gone'] as const)).map((harm) => ({ step, harm })),
  )
  for (const { step, harm } of plants)
    wrong.push(...(await dying.harm(step, harm)).map((line) => `${step}, then the file is ${harm}: ${line}`))
  await dying.stop()
  const runs = run.short ? 6 : 200
  const property = await fc.check(dyingUploads, { numRuns: runs, seed: Number(run.seed) | 0 })
  if (property.failed)
    wrong.push(`a chain of deaths: ${JSON.stringify(property.counterexample)}: ${String(property.errorInstance)}`)
  return {
    figure:
      `${steps.length} places to die at, ${plants.length} files harmed there, ${property.numRuns} random chains of ` +
      `parts, questions and deaths: ${wrong.length} versions that are not whole`,
    wrong,
  }
})

class DyingServer {
  readonly #run: Run
  readonly #dataDir: string
  #server: RunningServer | undefined
  #person: TrustPerson | undefined
  #projectId = ''
  #made = 0

  constructor(run: Run) {
    this.#run = run
    this.#dataDir = join(run.folder, 'data')
    run.afterwards(() => this.#server?.kill('group'))
  }

  /** Afterwards there is the old state or the new one, and the upload can always be completed. */
  async dieAt(step: CrashPoint): Promise<readonly string[]> {
    const song = this.#song()
    const { upload, wrong } = await this.#dieWith(step, song)
    await this.#goOn(upload)
    return [...wrong, ...(await this.#unwhole(song))]
  }

  /** After a crash there, the file that was to become a version is damaged. It must never be accepted as complete. */
  async harm(step: CrashPoint, harm: 'cut' | 'empty' | 'gone'): Promise<readonly string[]> {
    const song = this.#song()
    const { upload, wrong } = await this.#dieWith(step, song, () => this.#spoil(song, harm))
    // Acknowledged bytes are lost, but not by the server.
    upload.acknowledged = 0
    // The server asks for missing bytes again, or lets the upload start again.
    await this.#goOn(upload).catch((error: unknown) => {
      if (!/answered (460|410)/.test(String(error))) throw error
    })
    return [...wrong, ...(await this.#unwhole(upload.version ? song : undefined))]
  }

  async stop(): Promise<void> {
    await this.#server?.stop()
  }

  async #dieWith(
    step: CrashPoint,
    song: TrustSong,
    meanwhile: () => void = () => undefined,
  ): Promise<{ upload: ResumedUpload; wrong: readonly string[] }> {
    if (!this.#server) await this.#start()
    const person = (this.#person ??= await TrustPerson.signUp(() => this.#server?.url ?? '', 'olga'))
    this.#projectId ||= await person.addProject()
    await this.#server?.stop()
    await this.#startArmed(step)
    const begin = () => person.begin(this.#run.chance, this.#projectId, song, { trackTitle: song.fileName })
    let upload: ResumedUpload | undefined
    try {
      upload = await begin()
      while (!upload.version) await upload.goOn({ patiently: true })
      await Promise.race([
        this.#server?.ended,
        pause(15_000).then(() => Promise.reject(new Error(`nobody came by ${step}`))),
      ])
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
    }
    await this.#server?.kill('group')
    const wrong = unwholeOnDisk(this.#dataDir)
    meanwhile()
    await this.#start()
    return { upload: upload ?? (await begin()), wrong }
  }

  async #goOn(upload: ResumedUpload): Promise<void> {
    for (let tries = 0; !upload.version; tries++) {
      if (tries > 100) throw new Error('the upload comes to no end')
      await upload.goOn({ patiently: true })
    }
  }

  /** Every version becomes ready, with the bytes that it claims. */
  async #unwhole(song: TrustSong | undefined): Promise<readonly string[]> {
    const wrong: string[] = []
    for (const until = performance.now() + 60_000; ; await pause(100)) {
      const versions = (await this.#person?.project(this.#projectId))?.trackVersions ?? []
      if (versions.some(({ state }) => state !== 'ready') && performance.now() < until) continue
      wrong.push(
        ...versions.filter(({ state }) => state !== 'ready').map(({ fileName, state }) => `${fileName} is ${state}`),
      )
      const ours = versions.filter(({ fileName }) => fileName === song?.fileName)
      if (song && (ours.length !== 1 || ours[0]?.sha256 !== song.sha256))
        wrong.push(`${ours.length} versions of one upload`)
      return [...wrong, ...unwholeOnDisk(this.#dataDir)]
    }
  }

  #spoil({ fileName }: TrustSong, harm: 'cut' | 'empty' | 'gone'): void {
    const database = new DatabaseSync(join(this.#dataDir, 'roughmix.sqlite'), { readOnly: true })
    const row = database
      .prepare('select storage_key, size_bytes from uploads where file_name = ? order by created_at desc')
      .get(fileName)
    database.close()
    const path = join(this.#dataDir, 'files', String(row?.['storage_key']))
    if (!existsSync(path)) throw new Error(`${fileName} does not lie in its place`)
    if (harm === 'gone') rmSync(path)
    else truncateSync(path, harm === 'empty' ? 0 : this.#run.chance.whole(1, Number(row?.['size_bytes']) - 1))
  }

  #song(): TrustSong {
    return makeSong(this.#run.chance, `mix ${++this.#made}.wav`, 1)
  }

  /** The server's own work may pass that point before any request: then the next visit counts. */
  async #startArmed(step: CrashPoint, visits = 1): Promise<void> {
    try {
      await this.#start({ CRASH_AT: `${step}:${visits}` })
    } catch (error) {
      if (!(error instanceof DiedAtStart) || visits > 9) throw error
      await this.#startArmed(step, visits + 1)
    }
  }

  async #start(env: Readonly<Record<string, string>> = {}): Promise<void> {
    this.#server = await startServer({ dataDir: this.#dataDir, port: this.#server?.port ?? 0, env })
  }
}

/** Compares a dead server's rows with its files: versions whose file has other bytes. */
function unwholeOnDisk(dataDir: string): readonly string[] {
  const database = new DatabaseSync(join(dataDir, 'roughmix.sqlite'), { readOnly: true })
  const versions = database.prepare('select id, storage_key, size_bytes, sha256, state from versions').all()
  database.close()
  return versions.flatMap(({ storage_key: key, size_bytes: size, sha256, state }) => {
    const path = join(dataDir, 'files', String(key))
    if (!existsSync(path)) return [`${String(key)} is ${String(state)} and missing`]
    const bytes = readFileSync(path)
    if (bytes.byteLength !== size)
      return [`${String(key)} is ${String(state)} with ${bytes.byteLength} of ${String(size)} bytes`]
    return createHash('sha256').update(bytes).digest('hex') === sha256
      ? []
      : [`${String(key)} is ${String(state)} with other bytes`]
  })
}
