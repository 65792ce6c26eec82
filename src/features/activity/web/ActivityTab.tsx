import { Filter, Users } from 'lucide-react'
import { useState } from 'react'
import { activityTopics, type ActivityTopic } from '#features/activity/activity-topics.ts'
import { Button } from '#web/ui/Button.tsx'
import type { AuthorColour } from '#web/ui/mark/author-colour.ts'
import { Menu } from '#web/ui/menu/Menu.tsx'
import styles from './Activity.module.css'
import { ActivityFeed } from './ActivityFeed.tsx'
import { ActivityFiles } from './ActivityFiles.tsx'
import { activityStrings } from './activity.strings.ts'

export interface ActivityPerson {
  readonly id: string
  readonly name: string
  readonly colour: AuthorColour
}

interface ActivityTabProps {
  readonly projectId: string
  /** Present members of the project. */
  readonly people: readonly ActivityPerson[]
}

const everybody = ''
const choices = ['every', ...activityTopics, 'files'] as const

/** A project's history, or the files attached to its notes. */
export default function ActivityTab({ projectId, people }: ActivityTabProps) {
  const [person, setPerson] = useState<string>()
  const [choice, setChoice] = useState<'every' | 'files' | ActivityTopic>('every')
  const who = people.find(({ id }) => id === person)?.name ?? activityStrings.everybody
  const what = activityStrings.topics[choice]
  const choose = (value: string) => setChoice(choices.find((one) => one === value) ?? 'every')
  const seen = { projectId, person, colours: new Map(people.map(({ id, colour }) => [id, colour])) }
  return (
    <div className={styles.tab}>
      <div className={styles.tools}>
        <Menu
          entries={[
            {
              kind: 'choice',
              value: choice,
              options: choices.map((value) => ({ value, label: activityStrings.topics[value] })),
              onValueChange: choose,
            },
          ]}
        >
          <Button tone="quiet" size="small" icon={Filter} aria-label={`${activityStrings.topic}: ${what}`}>
            {what}
          </Button>
        </Menu>
        <Menu
          entries={[
            {
              kind: 'choice',
              value: person ?? everybody,
              options: [
                { value: everybody, label: activityStrings.everybody },
                ...people.map(({ id, name }) => ({ value: id, label: name })),
              ],
              onValueChange: (value) => setPerson(value === everybody ? undefined : value),
            },
          ]}
        >
          <Button tone="quiet" size="small" icon={Users} aria-label={`${activityStrings.person}: ${who}`}>
            {who}
          </Button>
        </Menu>
      </div>
      {choice === 'files' ? (
        <ActivityFiles {...seen} />
      ) : (
        <ActivityFeed {...seen} topic={choice === 'every' ? undefined : choice} />
      )}
    </div>
  )
}
