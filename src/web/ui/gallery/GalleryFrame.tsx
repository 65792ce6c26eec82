import { Download, Ellipsis, Play, Upload, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { formatDecibels } from '#web/i18n/format-level.ts'
import { Button } from '../Button.tsx'
import { IconButton } from '../IconButton.tsx'
import { PlayButton } from '../PlayButton.tsx'
import { DropAnywhere } from '../form/DropArea.tsx'
import { SearchField } from '../form/SearchField.tsx'
import { Slider } from '../form/Slider.tsx'
import { AppFrame } from '../frame/AppFrame.tsx'
import { TopBar } from '../frame/TopBar.tsx'
import { useFrame } from '../frame/frame-context.ts'
import { TabLinks } from '../list/Tabs.tsx'
import { AvatarStack } from '../mark/Avatar.tsx'
import { Progress } from '../mark/Progress.tsx'
import { ProjectCover } from '../mark/ProjectCover.tsx'
import { StateChip } from '../mark/StateChip.tsx'
import { Menu } from '../menu/Menu.tsx'
import { toast } from '../overlay/toast-store.ts'
import { PageBody } from '../page/PageBody.tsx'
import styles from './Gallery.module.css'
import { TracksList, TracksTable } from './gallery-displays.tsx'
import { people, railSample, versionMenu } from './gallery-sample.ts'

export function GalleryFrame() {
  const [search, setSearch] = useState('')
  return (
    <AppFrame rail={railSample} playerBar={<SamplePlayer />} transfers={<SampleTransfer />}>
      <TopBar crumbs={[{ label: 'Projects', href: '#projects' }, { label: 'Low Tide' }]}>
        <TopActions />
      </TopBar>
      <PageBody>
        <div className={styles.hero}>
          <ProjectCover id="low-tide" size={96} />
          <div>
            <h1>Low Tide</h1>
            <div className={styles.meta}>
              5 tracks · 27:58 · 2.9 GB · <b>17</b> open notes
            </div>
          </div>
          <span className={styles.push} />
          <Button icon={Play}>Play all</Button>
          <Button tone="primary" icon={Upload}>
            Upload
          </Button>
        </div>
        <TabLinks
          label="Project"
          tabs={[
            { label: 'Tracks', href: '#tracks', count: 5, current: true },
            { label: 'Tasks', href: '#tasks', count: 11, current: false },
            { label: 'Activity', href: '#activity', current: false },
            { label: 'Members', href: '#members', count: 8, current: false },
            { label: 'Settings', href: '#settings', current: false },
          ]}
        />
        <div className={styles.tools}>
          <SearchField label="Find a track" value={search} onValueChange={setSearch} />
        </div>
        <SampleTracks />
      </PageBody>
      <DropAnywhere
        words="Drop to add to Low Tide"
        onFiles={(files) => toast({ text: files.map((file) => file.name).join(', ') })}
      />
    </AppFrame>
  )
}

function SampleTracks() {
  return useFrame()?.phone ? <TracksList /> : <TracksTable />
}

function TopActions() {
  const phone = useFrame()?.phone ?? false
  return (
    <>
      {!phone && (
        <>
          <AvatarStack people={people} />
          <IconButton icon={UserPlus} label="Add people" />
          <Button size="small" icon={Download}>
            Download
          </Button>
        </>
      )}
      <Menu entries={versionMenu} align="end">
        <IconButton icon={Ellipsis} label="More" size="small" />
      </Menu>
    </>
  )
}

function SamplePlayer() {
  const [playing, setPlaying] = useState(true)
  const [volume, setVolume] = useState(0.8)
  return (
    <div className={styles.player}>
      <ProjectCover id="low-tide" size={40} />
      <strong>Glasshouse</strong>
      <PlayButton playing={playing} keys="Space" onClick={() => setPlaying(!playing)} />
      <span className={styles.proof}>
        <StateChip state="verified">Original 24/48 · bit-true</StateChip>
        <Slider
          label="Volume"
          value={volume}
          valueText={formatDecibels(20 * Math.log10(volume))}
          onValueChange={setVolume}
        />
      </span>
    </div>
  )
}

function SampleTransfer() {
  return (
    <div className={styles.transfer}>
      <strong>Harbour Lights_mix6.wav</strong>
      <Progress share={0.62} label="Harbour Lights_mix6.wav" />
      <span>Uploading · 48 of 78 MB</span>
    </div>
  )
}
