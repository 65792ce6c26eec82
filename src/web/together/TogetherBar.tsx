import { ChevronDown, Headphones, LogOut } from 'lucide-react'
import { text } from '#web/i18n/text.ts'
import { useListeningSnapshot } from '#web/player/use-listening.ts'
import { useOthersIn } from '#web/presence/use-people-here.ts'
import { Button } from '#web/ui/Button.tsx'
import { Kbd } from '#web/ui/keys/Kbd.tsx'
import { usePageKeys } from '#web/ui/keys/use-page-keys.ts'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { Menu } from '#web/ui/menu/Menu.tsx'
import type { MenuEntry } from '#web/ui/menu/menu-entries.ts'
import styles from './TogetherBar.module.css'
import { togetherKey } from './together-key.ts'
import { apartWords, leaderOf, togetherWords } from './together-words.ts'
import { togetherStrings } from './together.strings.ts'
import type { Together, TogetherState } from './together.ts'

interface TogetherBarProps {
  readonly together: Together
  readonly state: TogetherState
}

/** The bar above the player: who is listening together, how well in sync, who is in control, and a button to leave. */
export default function TogetherBar({ together, state }: TogetherBarProps) {
  const { wantsToPlay } = useListeningSnapshot()
  const others = useOthersIn(state.place.projectId)
  const { standing, words, apartMs } = togetherWords(state, others, wantsToPlay)
  const leave = () => together.leave()
  usePageKeys([{ ...togetherKey, run: leave }])
  return (
    <section className={styles.bar} aria-label={togetherStrings.bar} data-standing={standing}>
      <Icon of={Headphones} size={16} className={styles.sign} />
      <output className={styles.words}>{words}</output>
      {apartMs !== undefined && (
        <span className={styles.apart} title={togetherStrings.apartTip} data-apart-ms={apartMs}>
          {apartWords(apartMs)}
        </span>
      )}
      <span className={styles.room} />
      {state.session && <Lead together={together} state={state} />}
      <Button size="small" tone="quiet" icon={LogOut} onClick={leave}>
        {togetherStrings.leave}
        <Kbd>{togetherKey.keys[0]}</Kbd>
      </Button>
    </section>
  )
}

const everyone = 'everyone'

function Lead({ together, state: { session, inControl, myId } }: TogetherBarProps) {
  if (!session) return null
  const { leaderId, people } = session
  const words =
    leaderId === null
      ? togetherStrings.everyone
      : leaderId === myId
        ? togetherStrings.youLead
        : text(togetherStrings.leads, { name: leaderOf(session) ?? '' })
  if (!inControl) return <span className={styles.leads}>{words}</span>
  const entries: readonly MenuEntry[] = [
    { kind: 'heading', label: togetherStrings.whoLeads },
    {
      kind: 'choice',
      value: leaderId ?? everyone,
      onValueChange: (value) => together.lead(value === everyone ? null : value),
      options: [
        ...people.map(({ id, name }) => ({ value: id, label: id === myId ? togetherStrings.me : name })),
        { value: everyone, label: togetherStrings.everyoneChoice },
      ],
    },
  ]
  return (
    <Menu entries={entries} align="end">
      <button type="button" className={styles.lead}>
        {words}
        <Icon of={ChevronDown} size={14} />
      </button>
    </Menu>
  )
}
