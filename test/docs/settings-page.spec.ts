import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadSettings, variableName } from '../../src/config/load-settings';
import { Settings } from '../../src/config/settings';
import { defaultsByVariable, SETTINGS_PAGE, settingsPage } from './settings-page';

const VARIABLES = Object.keys(new Settings()).map(variableName);

it('docs/settings.md tells of the settings as they are (npm run docs:settings writes it anew)', () => {
  expect(readFileSync(SETTINGS_PAGE, 'utf8')).toBe(settingsPage());
});

it('the page has every setting', () => {
  expect([...settingsPage().matchAll(/^### (\w+)$/gm)].map(([, name]) => name).sort()).toEqual(VARIABLES.sort());
});

describe('.env.example', () => {
  const example = readFileSync(join(__dirname, '../../.env.example'), 'utf8');
  const lines = [...example.matchAll(/^#?([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => ({ name, value }));

  it('has every setting once', () => {
    expect(lines.map(({ name }) => name).sort()).toEqual(VARIABLES.sort());
  });

  it('changes nothing as it is', () => {
    expect(example).not.toMatch(/^[^#\n]/m);
  });

  it('shows defaults, and where there are none, nothing or a value that is good', () => {
    const defaults = defaultsByVariable();
    for (const { name, value } of lines) {
      if (defaults.has(name)) expect({ name, value }).toEqual({ name, value: defaults.get(name) });
      else loadSettings({ [name]: value });
    }
  });
});
