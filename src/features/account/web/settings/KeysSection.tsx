import type { KeyMap } from '#web/ui/keys/key-map.ts'
import type { KeyCommand } from '#web/ui/keys/known-keys.ts'
import { reasonOf } from '#web/api/reason.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorView } from '#web/ui/page/ErrorView.tsx'
import { KeysList } from '#web/ui/keys/KeysList.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { Switch } from '#web/ui/form/Switch.tsx'
import type { KeySettings } from '../../user-settings.contract.ts'
import { settingsStrings } from './settings.strings.ts'
import { useSettings } from './use-settings.ts'
import styles from './Account.module.css'

/** Key bindings, shared by all of the user's machines. */
export function KeysSection({ commands }: { readonly commands: readonly KeyCommand[] }) {
  const { settings, error, retry, change } = useSettings()
  if (!settings)
    return error ? (
      <ErrorView error={error} onRetry={retry}>
        {reasonOf(error)}
      </ErrorView>
    ) : (
      <SkeletonGroup>
        <Skeleton height={40} />
        <Skeleton height={320} />
      </SkeletonGroup>
    )
  const { keys } = settings
  const changed = Object.keys(keys.bindings).length > 0
  return (
    <section className={styles.section}>
      <h2>{settingsStrings.keys}</h2>
      <p className={styles.dim}>{settingsStrings.keysWords}</p>
      <Switch
        checked={keys.single}
        onCheckedChange={(single) => change((held) => ({ keys: { ...held.keys, single } }))}
      >
        {settingsStrings.singleKeys}
      </Switch>
      <p className={styles.dim}>{settingsStrings.singleKeysWords}</p>
      <KeysList
        commands={commands}
        map={keys}
        onChange={(step) => change((held) => ({ keys: settingsOf(step(held.keys)) }))}
      />
      <div className={styles.actions}>
        <Button disabled={!changed} onClick={() => change((held) => ({ keys: { ...held.keys, bindings: {} } }))}>
          {settingsStrings.resetKeys}
        </Button>
      </div>
    </section>
  )
}

function settingsOf({ single, bindings }: KeyMap): KeySettings {
  return {
    single,
    bindings: Object.fromEntries(Object.entries(bindings).map(([command, combos]) => [command, [...combos]])),
  }
}
