import { useQuery } from '@tanstack/react-query'
import { ChevronRight, CircleCheck, CircleDashed } from 'lucide-react'
import { useState } from 'react'
import { settingsQuery } from '#features/account/web/account.client.ts'
import { useSettingsChange } from '#features/account/web/settings/use-settings.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { toast } from '#web/ui/overlay/toast-store.ts'
import { lazyDialog } from '#web/ui/page/lazy-part.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import { healthQuery } from '../administration.client.ts'
import styles from './ServerSetup.module.css'
import { setupSteps, type SetupStep, type SetupStepName } from './setup-steps.ts'
import { setupStrings as strings } from './setup.strings.ts'

const SetupStepDialog = lazyDialog(() => import('./SetupStepDialog.tsx'))

/** On the list of projects, until every step is done or the admin has hidden them. */
export default function ServerSetup() {
  const { data: settings } = useQuery(settingsQuery)
  const change = useSettingsChange()
  const isWanted = settings?.advice.serverSetup === true
  const steps = useSetupSteps(isWanted)
  if (!isWanted || !steps || steps.every(({ isDone }) => isDone)) return null
  const show = (serverSetup: boolean) => change(() => ({ advice: { serverSetup } }))
  const hide = () => {
    show(false)
    toast({ text: strings.hidden, undo: () => show(true) })
  }
  return (
    <section className={styles.panel} aria-label={strings.title}>
      <header className={styles.head}>
        <h2 className={styles.title}>{strings.title}</h2>
        <p className={styles.progress}>
          {text(strings.progress, { done: steps.filter(({ isDone }) => isDone).length, all: steps.length })}
        </p>
        <Button tone="quiet" size="small" onClick={hide}>
          {strings.hide}
        </Button>
      </header>
      <SetupStepList steps={steps} />
    </section>
  )
}

/** Asked once: a page that is not about the server does not watch it. Undefined until the server has answered. */
function useSetupSteps(enabled: boolean): readonly SetupStep[] | undefined {
  const { data, dataUpdatedAt } = useQuery({ ...healthQuery, enabled, refetchInterval: false, staleTime: 60_000 })
  return data && setupSteps(data, dataUpdatedAt)
}

export function SetupStepList({ steps }: { readonly steps: readonly SetupStep[] }) {
  const [opened, setOpened] = useState<SetupStepName | null>(null)
  const shown = steps.find(({ name }) => name === opened)
  return (
    <>
      <ul className={styles.steps}>
        {steps.map(({ name, isDone, now }) => (
          <li key={name} className={styles.step}>
            <button type="button" className={styles.button} onClick={() => setOpened(name)}>
              <Icon of={isDone ? CircleCheck : CircleDashed} size={20} className={isDone ? styles.done : styles.open} />
              <span className={styles.name}>
                <VisuallyHidden>{isDone ? strings.done : strings.open}: </VisuallyHidden>
                {strings.steps[name]}
              </span>
              <span className={styles.now}>{now}</span>
              <Icon of={ChevronRight} className={styles.go} />
            </button>
          </li>
        ))}
      </ul>
      {shown && <SetupStepDialog step={shown} onClose={() => setOpened(null)} />}
    </>
  )
}
