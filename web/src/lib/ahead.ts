import { keysOf } from "../state/keyring";
import { api } from "./api";

/** Secret keys live behind the #, so that they reach neither server logs nor other pages. */
export interface Route { game: string; key: string }

export function routeOf(hash: string): Route | null {
  const [, game, key] = /^#\/game\/([^/]+)\/([^/]+)$/.exec(hash) ?? [];
  return game && key ? { game: decodeURIComponent(game), key: decodeURIComponent(key) } : null;
}

/** Ask at once for everything that a table shows: most of it comes while the page's own script is still being read. */
export function askAhead({ game, key }: Route): void {
  const ignore = (): undefined => undefined;
  const state = api.expect(game, key);
  void state.catch(ignore); // the table says so
  const { system, scenario } = keysOf(game);
  void api.systems().catch(ignore);
  const about = system && scenario ? Promise.resolve({ system, scenario }) : state.then((found) => found.view);
  void about.then((table) => api.sheet(table.system, table.scenario)).then((sheet) => {
    void api.text(sheet.art.terrain).catch(ignore);
    void api.json(sheet.art.counters).catch(ignore);
  }).catch(ignore);
}
