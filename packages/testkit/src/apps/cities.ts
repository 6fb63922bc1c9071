import type { JsonObject } from "@mcptest/pack";

/** A city with a forecast. */
export type City = "Oslo" | "Bergen" | "Tromsø";

/** What a tool tells: as text, and as data of the same meaning. */
export interface Told {
  text: string;
  data: JsonObject;
}

interface Weather {
  temperature: number;
  sky: string;
  humidity: number;
  days: { day: string; high: number; low: number }[];
}

const WEATHER: Record<City, Weather> = {
  Oslo: { temperature: 7, sky: "light rain", humidity: 81, days: days([8, 2], [11, 4], [9, 3]) },
  Bergen: { temperature: 9, sky: "heavy rain", humidity: 93, days: days([10, 6], [10, 7], [12, 8]) },
  Tromsø: { temperature: -3, sky: "snow", humidity: 74, days: days([-1, -6], [0, -5], [1, -2]) },
};

/** Their names, in order. */
export const NAMES: City[] = ["Oslo", "Bergen", "Tromsø"];

/** The forecast of a city: the same at all times. */
export function forecastOf(city: City): Told {
  const { temperature, sky, days } = WEATHER[city];
  const ahead = days.map(({ day, high, low }) => `${day} ${high} to ${low} °C`).join(", ");
  return { text: `${city}: ${temperature} °C, ${sky}. ${ahead}.`, data: { city, temperature, sky, days } };
}

/** What only the view asks for. */
export function humidityOf(city: City): Told {
  const { humidity } = WEATHER[city];
  return { text: `${city}: humidity ${humidity} %.`, data: { city, humidity } };
}

function days(...ranges: [high: number, low: number][]): Weather["days"] {
  return ranges.map(([high, low], index) => ({ day: ["Monday", "Tuesday", "Wednesday"][index] ?? "", high, low }));
}
