import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import { SETTINGS_PAGE, settingsPage } from './settings-page';

writeFileSync(SETTINGS_PAGE, settingsPage());
