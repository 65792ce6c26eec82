import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pause } from '../../trust/start-server.ts'
import { end, twice } from './engine-page.ts'

/** A sound card that nobody hears, at 44.1 kHz whatever is played. */
export interface SoundDevice {
  /** For the environment of whoever plays on it. */
  readonly env: Readonly<Record<string, string>>
  close(): Promise<void>
}

export function openSoundDevice(): Promise<SoundDevice> {
  return twice(open)
}

async function open(): Promise<SoundDevice> {
  const home = mkdtempSync(join(tmpdir(), 'roughmix-sound-'))
  const socket = join(home, 'socket')
  // Else the sink takes on the rate of whatever plays, and the proof badge with it.
  mkdirSync(join(home, '.config/pulse'), { recursive: true })
  writeFileSync(join(home, '.config/pulse/daemon.conf'), 'default-sample-rate = 44100\nalternate-sample-rate = 44100\n')
  const modules = [
    'module-null-sink sink_name=silent rate=44100',
    `module-native-protocol-unix auth-anonymous=1 socket=${socket}`,
  ]
  const env = { ...process.env, HOME: home, XDG_RUNTIME_DIR: home, XDG_CONFIG_HOME: join(home, '.config') }
  const server: ChildProcess = spawn(
    'pulseaudio',
    [
      '-n',
      '--daemonize=no',
      '--use-pid-file=no',
      '--exit-idle-time=-1',
      ...modules.flatMap((module) => ['-L', module]),
    ],
    { stdio: 'ignore', env },
  )
  server.on('error', () => undefined)
  const close = async () => {
    await end(server)
    rmSync(home, { recursive: true, force: true })
  }
  for (let waited = 0; waited < 100 && !existsSync(socket) && server.exitCode === null; waited++) await pause(100)
  if (existsSync(socket)) return { env: { PULSE_SERVER: `unix:${socket}` }, close }
  await close()
  throw new Error('PulseAudio did not start')
}
