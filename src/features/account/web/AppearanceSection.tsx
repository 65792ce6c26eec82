import { SegmentedControl } from '#web/ui/SegmentedControl.tsx'
import { chooseTheme, useThemeChoice } from '#web/ui/theme.ts'
import { accountStrings } from './account.strings.ts'
import { accountMenuStrings } from './account-menu.strings.ts'
import { themeOptions } from './use-account-menu.ts'
import styles from './Account.module.css'

export function AppearanceSection() {
  const theme = useThemeChoice()
  return (
    <section className={styles.section}>
      <h2>{accountMenuStrings.themeHeading}</h2>
      <p className={styles.dim}>{accountStrings.appearanceWords}</p>
      <div>
        <SegmentedControl
          label={accountMenuStrings.themeHeading}
          segments={themeOptions}
          value={theme}
          onValueChange={chooseTheme}
        />
      </div>
    </section>
  )
}
