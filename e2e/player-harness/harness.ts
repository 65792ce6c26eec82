import { Player } from '../../src/web/player/player.ts'
import { QualityKeeper } from '../../src/web/player/read/quality-keeper.ts'

/** What the tests drive from outside. */
const player = new Player({ forceFallback: location.search.includes('fallback') })
const keeper = new QualityKeeper(player)
const phases: string[] = []
const ended: string[] = []
player.subscribe(() => {
  const { phase } = player.snapshot()
  if (phases.at(-1) !== phase) phases.push(phase)
})
player.onEnded(({ title }) => ended.push(title))
document.querySelector('#play')?.addEventListener('click', () => player.play())
Object.assign(globalThis, { harness: { player, keeper, phases, ended } })

export interface Harness {
  readonly player: Player
  readonly keeper: QualityKeeper
  readonly phases: string[]
  readonly ended: string[]
}
