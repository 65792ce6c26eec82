import type { ReactNode } from 'react'
import { SegmentedControl } from '../form/SegmentedControl.tsx'
import { chooseTheme, useThemeChoice } from '../frame/theme.ts'
import { Logo } from '../mark/Logo.tsx'
import styles from './Gallery.module.css'
import {
  ButtonsSection,
  DialogSection,
  FieldsSection,
  MenuSection,
  SignInSection,
  ToastSection,
} from './gallery-controls.tsx'
import {
  ArtSection,
  ColoursSection,
  DropPageSection,
  EmptySection,
  ErrorSection,
  PeopleSection,
  StatesSection,
  TabsSection,
} from './gallery-displays.tsx'

export function GalleryKit() {
  return (
    <main className={styles.page}>
      <header className={styles.head}>
        <Logo />
        <h1>Kit</h1>
        <span className={styles.push}>
          <ThemeSwitch />
        </span>
      </header>
      <div className={styles.grid}>
        <Section title="Buttons: rest, on, busy, off">
          <ButtonsSection />
        </Section>
        <Section title="Fields">
          <FieldsSection />
        </Section>
        <Section title="Menus">
          <MenuSection />
        </Section>
        <Section title="States: colour, icon and word together">
          <StatesSection />
        </Section>
        <Section title="People: members round, guests square, live dot">
          <PeopleSection />
        </Section>
        <Section title="Toast, tip, progress">
          <ToastSection />
        </Section>
        <Section title="Dialogs">
          <DialogSection />
        </Section>
        <Section title="Skeleton, empty, drop">
          <EmptySection />
        </Section>
        <Section title="Errors">
          <ErrorSection />
        </Section>
        <Section title="Tabs and rows" wide>
          <TabsSection />
        </Section>
        <Section title="Covers">
          <ArtSection />
        </Section>
        <Section title="Sign in">
          <SignInSection />
        </Section>
        <Section title="An empty page" wide>
          <DropPageSection />
        </Section>
        <Section title="Colours">
          <ColoursSection />
        </Section>
      </div>
    </main>
  )
}

function ThemeSwitch() {
  const theme = useThemeChoice()
  return (
    <SegmentedControl
      label="Theme"
      value={theme}
      onValueChange={chooseTheme}
      segments={[
        { value: 'system', label: 'System' },
        { value: 'light', label: 'Light' },
        { value: 'dark', label: 'Dark' },
      ]}
    />
  )
}

function Section({
  title,
  wide = false,
  children,
}: {
  readonly title: string
  readonly wide?: boolean
  readonly children: ReactNode
}) {
  return (
    <section className={wide ? `${styles.box} ${styles.wide}` : styles.box} aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      {children}
    </section>
  )
}
