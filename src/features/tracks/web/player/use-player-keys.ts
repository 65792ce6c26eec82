import { listening } from '#web/player/listening.ts'
import { useListening } from '#web/player/use-listening.ts'
import { announce } from '#web/ui/overlay/announce.ts'
import type { PageKey } from '#web/ui/keys/page-keys.ts'
import { usePageKeys } from '#web/ui/keys/use-page-keys.ts'
import { monitorKeys } from '../monitor/monitor-keys.ts'
import { playerStrings } from './player.strings.ts'

const { keys: words, groups } = playerStrings

/** The player's keys, on every page. */
export function usePlayerKeys(): void {
  const { heard } = useListening()
  usePageKeys(heard ? playerKeys : [])
}

const seekBy = (seconds: number) => () => listening.skip(seconds)

/** The key works wherever the focus is, so nothing that has it says what happened. */
function toggle(): void {
  const { player } = listening.state()
  const isPlaying = player?.snapshot().wantsToPlay === true
  listening.toggle()
  announce(isPlaying ? playerStrings.paused : playerStrings.playing)
}

export const playerKeys: readonly PageKey[] = [
  { keys: ['Space', 'K'], label: words.toggle, group: groups.listening, run: toggle },
  // Only listed: see `isEnterOnSlider`.
  { keys: ['Enter'], label: words.toggleOnWave, group: groups.listening },
  { keys: ['J'], label: words.back, group: groups.listening, repeats: true, run: seekBy(-10) },
  { keys: ['L'], label: words.forward, group: groups.listening, repeats: true, run: seekBy(10) },
  { keys: ['ArrowLeft'], label: words.back5, group: groups.listening, repeats: true, run: seekBy(-5) },
  { keys: ['ArrowRight'], label: words.forward5, group: groups.listening, repeats: true, run: seekBy(5) },
  { keys: ['Shift+ArrowLeft'], label: words.back1, group: groups.listening, repeats: true, run: seekBy(-1) },
  { keys: ['Shift+ArrowRight'], label: words.forward1, group: groups.listening, repeats: true, run: seekBy(1) },
  { keys: ['Alt+ArrowLeft'], label: words.back50, group: groups.listening, repeats: true, run: seekBy(-0.05) },
  { keys: ['Alt+ArrowRight'], label: words.forward50, group: groups.listening, repeats: true, run: seekBy(0.05) },
  { keys: ['Home'], label: words.start, group: groups.listening, run: () => listening.seek(0) },
  {
    keys: ['End'],
    label: words.end,
    group: groups.listening,
    run: () => listening.seek(listening.state().heard?.playable.durationSeconds ?? 0),
  },
  ...monitorKeys,
  { keys: ['I'], label: words.loopIn, group: groups.loop, run: () => setLoopEdge('inAt') },
  { keys: ['O'], label: words.loopOut, group: groups.loop, run: () => setLoopEdge('outAt') },
  {
    keys: ['Shift+I', 'Shift+O'],
    label: words.loopClear,
    group: groups.loop,
    run: () => listening.ask((player) => player.setLoop(undefined)),
  },
]

/** The other edge stays, unless it would be on the wrong side. */
function setLoopEdge(edge: 'inAt' | 'outAt'): void {
  listening.ask((player) => {
    const end = listening.state().heard?.playable.durationSeconds
    if (end === undefined) return
    const at = player.position()
    const { inAt, outAt } = player.snapshot().loop ?? { inAt: 0, outAt: end }
    if (edge === 'inAt') player.setLoop({ inAt: at, outAt: outAt > at ? outAt : end })
    else player.setLoop({ inAt: inAt < at ? inAt : 0, outAt: at })
  })
}
