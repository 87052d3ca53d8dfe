import type { GetStructuredContent } from '../../generated/handlers.ts';

const weather = {
  'New York': { temperature: 33, conditions: 'Cloudy', humidity: 82 },
  Chicago: { temperature: 36, conditions: 'Light rain / drizzle', humidity: 82 },
  'Los Angeles': { temperature: 73, conditions: 'Sunny / Clear', humidity: 48 },
};

export const getStructuredContent: GetStructuredContent = ({ location }) => weather[location];
