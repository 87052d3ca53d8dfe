import type { Service } from './service.js';

/** Returns a function that creates a value for each service on first use, and caches it. */
export function perService<Value>(make: (service: Service) => Value): (service: Service) => Value {
  const made = new WeakMap<Service, Value>();
  return (service) => {
    const value = made.get(service) ?? make(service);
    made.set(service, value);
    return value;
  };
}
