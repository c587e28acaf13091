import { family, type Family } from "../family.ts";

/** Lights, heating, locks and machines. */
export const home: readonly Family[] = [
  family("light", {
    names: "set_light control_light switch_light toggle_light light set_lights lights",
    slots: { room: "room room|location|area|name", on: "switch on|state|power|status" },
    says: `
      turn {on} the {room} (light|lights)
      turn the {room} (light|lights) {on}
      turn {on} the (light|lights) in the {room}
      turn the (light|lights) in the {room} {on}
      switch {on} the {room} (light|lights)
      switch the {room} (light|lights) {on}
      switch {on} the lights in the {room}
      put {on} the {room} light
      make the {room} lights go {on}
      ~{room} (light|lights) {on}
      ~lights {on} in the {room}
      ~I want the {room} light {on}
      can you turn {on} the {room} light?
      could you switch the lights in the {room} {on}?
      ~the {room} lights should be {on}`,
  }),
  family("light level", {
    names: "set_brightness dim_lights set_light_level dim change_brightness",
    slots: {
      room: "room room|light|area|location",
      level: "percent level|brightness|percent|value",
    },
    says: `
      (set|change|put) the {room} (light|lights|brightness) to {level}
      (set|change) the brightness in the {room} to {level}
      (set|change) the {room} lights' brightness to {level}
      dim the {room} (light|lights) to {level} percent
      dim the lights in the {room} to {level}
      turn the {room} lights down to {level}
      (set|bring) the lights in the {room} to {level} percent
      ~{room} brightness {level}
      ~{room} lights at {level} percent
      make the {room} lights {level} percent bright
      can you dim the {room} to {level}?`,
  }),
  family("light colour", {
    names: "set_color set_light_color change_color",
    slots: { room: "room room|light|lamp", color: "color color|colour" },
    says: `
      make the {room} light {color}
      (set|change|turn) the {room} (light|lights) to {color}
      (set|change) the color of the {room} (light|lights) to {color}
      (set|change) the light in the {room} to {color}
      ~I want {color} light in the {room}
      ~{room} light {color}
      can you make the {room} lights {color}?`,
  }),
  family("thermostat", {
    names: "set_temperature set_thermostat thermostat heating set_heating adjust_temperature",
    slots: { "room?": "room room|zone|area", level: "degrees temperature|degrees|value|target" },
    says: `
      (set|put|turn) the (thermostat|heating|temperature|heat) to {level}
      (set|put) the (thermostat|heating|temperature) to {level} degrees
      (heat|warm|cool) the {room} to {level} degrees
      (set|put|change) the {room} to {level} degrees
      (set|change) the temperature in the {room} to {level}
      (set|turn) the heating in the {room} to {level} degrees
      make it {level} degrees in the {room}
      make it {level} degrees
      ~I want it {level} degrees in the {room}
      ~I'd like {level} degrees
      ~{room} {level} degrees
      can you set the heating to {level}?
      change the temperature to {level}`,
  }),
  family("lock", {
    names: "lock_door lock secure_door",
    slots: { door: "room door|room|which|name" },
    says: `
      lock the {door}
      lock the {door} door
      lock the door (of|to) the {door}
      make sure the {door} is locked
      secure the {door}
      can you lock the {door}?
      ~I want the {door} locked
      ~the {door} should be locked`,
    takesLists: true,
  }),
  family("blinds", {
    names: "set_blinds move_blinds blinds set_curtains",
    slots: { room: "room room|window|location", level: "percent position|level|percent" },
    says: `
      (set|move|put) the {room} (blinds|curtains) to {level}
      (set|move) the blinds in the {room} to {level} percent
      (open|close|lower|raise) the {room} blinds to {level} percent
      (open|lower) the blinds in the {room} to {level}
      ~{room} blinds {level}
      ~{room} blinds at {level} percent
      can you move the {room} curtains to {level}?`,
  }),
  family("blinds", {
    names: "open_blinds raise_blinds open_curtains",
    slots: { room: "room room|window|location" },
    says: `
      open the {room} (blinds|curtains)
      open the (blinds|curtains) in the {room}
      (raise|lift) the {room} blinds
      let light into the {room}
      can you open the curtains in the {room}?
      ~open blinds {room}`,
    takesLists: true,
  }),
  family("device", {
    names: "control_device set_device switch_device toggle_device device_power",
    slots: { device: "device device|name|appliance", on: "switch on|state|power|enabled" },
    says: `
      turn {on} the {device}
      turn the {device} {on}
      switch {on} the {device}
      switch the {device} {on}
      power {on} the {device}
      ~{device} {on}
      ~turn {on} {device}
      ~I want the {device} {on}
      can you turn {on} the {device}?
      could you switch the {device} {on}?
      make sure the {device} is {on}
      ~the {device} should be {on}`,
  }),
  family("device start", {
    names: "start_device start_appliance run_device start_machine",
    slots: { device: "device device|name|machine", "mode?": "mode mode|program|setting" },
    says: `
      start the {device}
      (run|launch|start up) the {device}
      start the {device} in {mode} mode
      run the {device} on {mode}
      start the {device} with mode {mode}
      ~{device} in {mode} mode
      can you start the {device}?
      can you run the {device} in {mode} mode?
      get the {device} going
      ~I want the {device} to start`,
    takesLists: true,
  }),
  family("sensor", {
    names: "read_sensor get_sensor sensor_value check_sensor get_reading",
    slots: { sensor: "sensor sensor|name|sensor_id|id" },
    says: `
      (read|check|get|show) the {sensor} sensor
      (read|check|get) sensor {sensor}
      what does the {sensor} sensor (say|read|show)?
      what's the (reading|value) of the {sensor} sensor?
      what is the {sensor} sensor showing?
      give me the value of sensor {sensor}
      ~{sensor} sensor value
      ~sensor {sensor}?
      tell me what sensor {sensor} reads`,
    takesLists: true,
    gives: "value=many",
  }),
  family("robot", {
    names: "move_robot move drive robot_move step",
    slots: {
      direction: "direction direction|dir|heading",
      distance: "few steps|distance|meters|amount",
    },
    says: `
      move {direction} {distance} (steps|meters)
      (move|drive|send) the robot {direction} by {distance}
      (move|drive|send) the robot {distance} (steps|meters) {direction}
      go {direction} {distance} (steps|meters)
      go {distance} (steps|meters) {direction}
      take {distance} steps {direction}
      ~{direction} {distance}
      ~{distance} steps {direction}
      can you move {direction} {distance} steps?
      drive {distance} meters {direction}
      walk {distance} (steps|meters) {direction}`,
  }),
  family("vacuum", {
    names: "clean_room start_cleaning vacuum_room",
    slots: { room: "room room|area|zone" },
    says: `
      (clean|vacuum|sweep) the {room}
      (clean|vacuum) in the {room}
      ~the {room} is dirty, clean it
      ~the {room} needs cleaning
      start cleaning the {room}
      send the vacuum to the {room}
      can you vacuum the {room}?
      have the {room} cleaned`,
    takesLists: true,
  }),
  family("scene", {
    names: "activate_scene set_scene run_scene set_mode change_mode",
    slots: { scene: "mode scene|name|mode" },
    says: `
      (activate|start|run|set) the {scene} scene
      (activate|set|switch on) {scene} mode
      (switch|change|go) to {scene} mode
      (set|put) the house to {scene}
      ~{scene} mode
      ~{scene} scene
      can you switch to {scene} mode?
      ~I want {scene} mode`,
  }),
];
