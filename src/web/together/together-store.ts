import { text } from '#web/i18n/text.ts'
import type { LiveClient } from '#web/live/live-client.ts'
import { peopleHere } from '#web/presence/people-here.ts'
import { toast } from '#web/ui/overlay/toast-store.ts'
import { leaderOf } from './together-words.ts'
import { togetherStrings } from './together.strings.ts'
import { Together } from './together.ts'

const known = new WeakMap<LiveClient, Together>()

/** The page's `Together`, one per connection. */
export function togetherOn(live: LiveClient): Together {
  const together: Together =
    known.get(live) ??
    new Together(live, peopleHere(live), {
      refused: (leave) =>
        void toast({
          tone: 'plain',
          text: text(togetherStrings.refused, { name: leaderOf(together.state()?.session) ?? '' }),
          action: { label: togetherStrings.leave, onSelect: leave },
        }),
      left: (title) => void toast({ tone: 'plain', text: text(togetherStrings.left, { title }) }),
    })
  known.set(live, together)
  return together
}
